// SPDX-License-Identifier: Apache-2.0

#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "functions.h"

void refresh_session(void) {
  static const char *const members[] = {"refreshToken", NULL};
  int64_t now = now_milliseconds();
  json_t *policy = read_policy(), *data = event_data(read_event());
  only_members(data, members);
  const char *token = text_member(data, "refreshToken", 512);
  const char *dot = strchr(token, '.');
  if (!dot) fail("refreshToken");
  char *session = strndup(token, (size_t)(dot - token));
  int64_t generation = strtoll(dot + 1, NULL, 10);
  open_database();
  run("BEGIN IMMEDIATE", "");
  TokenKeys keys = token_keys();
  char *expected = refresh_token(session, generation, &keys.hash);
  if (strlen(expected) != strlen(token) || CRYPTO_memcmp(expected, token, strlen(token))) fail("refreshToken");
  sqlite3_stmt *found = row(SESSION, "t", session);
  int64_t ends_at = integer_column(found, "ends_at");
  bool is_alive = !text_column(found, "revoked_at") && integer_column(found, "idle_ends_at") > now && ends_at > now;
  if (!is_alive || integer_column(found, "generation") != generation) fail("the session is over");
  finish(found);
  sqlite3_stmt *owner = row(ACCOUNT_OF_SESSION, "t", session);
  char *account = copy_column(owner, "id");
  char *role = copy_column(owner, "role");
  if (strcmp(text_column(owner, "status"), "active")) fail("the account is disabled");
  finish(owner);
  int64_t idle = now + rule(policy, "session", "idleDays", 30) * DAY;
  run(UPDATE_SESSION, "iittiit", generation + 1, now, NULL, NULL, now, idle < ends_at ? idle : ends_at, session);
  json_t *tokens = session_tokens(session, generation + 1, account, role, policy, now, ends_at, &keys);
  run("COMMIT", "");
  answer(json_pack("{so}", "session", tokens));
}
