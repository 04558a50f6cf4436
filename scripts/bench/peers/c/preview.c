// SPDX-License-Identifier: Apache-2.0

#include <string.h>

#include "common.h"
#include "functions.h"

void preview_invitation(void) {
  static const char *const members[] = {"code", NULL};
  int64_t now = now_milliseconds();
  json_t *policy = read_policy(), *data = event_data(read_event());
  only_members(data, members);
  const char *code = text_member(data, "code", 128);
  open_database();
  run("BEGIN", "");
  sqlite3_stmt *found = row(INVITATION_BY_CODE, "t", code_hash(code));
  int64_t expires_at = integer_column(found, "i_expires_at");
  if (strcmp(text_column(found, "i_status"), "pending") || expires_at <= now || text_column(found, "superseded_at"))
    fail("the invitation cannot be accepted");
  char *invitation_id = copy_column(found, "i_id");
  bool is_opened = text_column(found, "i_opened_at");
  char *client_name = copy_column(found, "c_name"), *inviter_name = copy_column(found, "a_display_name");
  finish(found);
  run("COMMIT", "");
  if (!is_opened) {
    run("PRAGMA synchronous = NORMAL", "");
    run("BEGIN IMMEDIATE", "");
    run(MARK_OPENED, "it", now, invitation_id);
    run("COMMIT", "");
  }
  json_t *providers = json_array(), *provider;
  const char *name;
  json_object_foreach(json_object_get(policy, "providers"), name, provider)
    if (json_array_size(json_object_get(provider, "audiences"))) json_array_append_new(providers, json_string(name));
  answer(json_pack("{s{ss} s{ss} s{ss ss} ss so}", "inviter", "displayName", inviter_name, "client", "name", client_name, "app",
                   "name", "PFA", "urlScheme", "pfa", "expiresAt", rfc3339(expires_at), "providers", providers));
}
