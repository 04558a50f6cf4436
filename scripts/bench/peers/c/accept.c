// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common.h"
#include "functions.h"

static json_t *verified(json_t *identity, json_t *policy, int64_t now) {
  static const char *const members[] = {"provider", "idToken", "nonce", "fullName", NULL};
  only_members(identity, members);
  json_t *provider = json_object_get(json_object_get(policy, "providers"), text_member(identity, "provider", 64));
  const char *audience = json_string_value(json_array_get(json_object_get(provider, "audiences"), 0));
  if (!audience) fail("the policy has no such provider");
  run("BEGIN", "");
  sqlite3_stmt *cached = row(KEY_SET, "t", text_member(provider, "jwksURL", 2048));
  if (integer_column(cached, "fresh_until") <= now) fail("the keys are too old");
  char *keys = copy_column(cached, "keys");
  finish(cached);
  run("COMMIT", "");
  return id_token_claims(text_member(identity, "idToken", 16384), keys, audience, now);
}

void accept_invitation(void) {
  static const char *const members[] = {"code", "identity", "device", "displayName", "birthDate", "consent", NULL};
  int64_t now = now_milliseconds();
  json_t *policy = read_policy(), *data = event_data(read_event());
  only_members(data, members);
  const char *code = text_member(data, "code", 128);
  open_database();
  json_t *claims = verified(json_object_get(data, "identity"), policy, now);
  const char *subject = text_member(claims, "sub", 255), *email = text_member(claims, "email", 254);
  if (!json_is_true(json_object_get(claims, "email_verified"))) fail("email_verified");
  const char *name = text_member(claims, "name", 200);

  run("BEGIN IMMEDIATE", "");
  sqlite3_stmt *found = row(INVITATION_BY_CODE, "t", code_hash(code));
  char *invitation = copy_column(found, "id"), *client_id = copy_column(found, "client_id");
  char *inviter_id = copy_column(found, "inviter_id");
  bool is_open = !strcmp(text_column(found, "status"), "pending") && integer_column(found, "expires_at") > now &&
                 !text_column(found, "superseded_at") && !strcasecmp(text_column(found, "email"), email);
  if (!is_open) fail("the invitation cannot be accepted");
  finish(found);
  sqlite3_stmt *client = row(CLIENT, "t", client_id);
  char *client_name = copy_column(client, "name"), *client_email = copy_column(client, "email");
  int64_t client_since = integer_column(client, "created_at");
  finish(client);
  sqlite3_stmt *inviter = row(ACCOUNT, "t", inviter_id);
  char *inviter_name = copy_column(inviter, "display_name"), *inviter_email = copy_column(inviter, "email");
  finish(inviter);
  if (row_if_any(ACCOUNT_BY_IDENTITY, "tt", "https://accounts.google.com", subject)) fail("the account is known");
  if (row_if_any(ACCOUNT_BY_EMAIL, "t", email)) fail("the address is known");

  char *account = new_id(now);
  run(INSERT_ACCOUNT, "ttttttii", account, email, email, name, "en", "client", now, now);
  audit(now, "accept-invitation", "account.created", account, NULL, NULL, "google");
  run(DROP_PASSWORDS, "tt", email, account);
  run(INSERT_IDENTITY, "tttti", "https://accounts.google.com", subject, "google", account, now);
  run(LINK_CLIENT, "tt", account, client_id);
  run(MARK_ACCEPTED, "it", now, invitation);
  run(CANCEL_MAIL, "it", now, invitation);
  char *mail = new_id(now);
  char *values = json_dumps(json_pack("{s{ss ss} s{ss}}", "client", "name", client_name, "email", client_email, "inviter",
                                      "displayName", inviter_name), JSON_COMPACT);
  run(INSERT_MAIL, "ttttttttiiii", mail, "invitation-accepted", invitation, inviter_id, "en", inviter_email,
      seal(values, "mail values", mail), "queued", (int64_t)0, now, now + 7 * DAY, now);
  audit(now, "accept-invitation", "invitation.accepted", account, inviter_id, invitation, "google");
  char *session = new_id(now);
  int64_t ends_at = now + rule(policy, "session", "absoluteDays", 90) * DAY;
  run(END_SESSIONS, "itii", now, account, now, now);
  run(INSERT_SESSION, "ttiiiii", session, account, now, now, now, now + rule(policy, "session", "idleDays", 30) * DAY, ends_at);
  run(RECORD_SIGN_IN, "it", now, account);
  json_t *tokens = session_tokens(session, 0, account, "client", policy, now, ends_at);
  sqlite3_stmt *workouts = row_if_any(WORKOUTS, "t", account);
  if (workouts) fail("there should be no workouts");
  run("COMMIT", "");

  char *timestamp = rfc3339(now);
  answer(json_pack(
      "{s{ss ss sb ss ss ss ss s{} ss ss} s{ss ss ss ss ss} s[] so sb}", "account", "id", account, "email", email,
      "emailVerified", 1, "displayName", name, "locale", "en", "role", "client", "status", "active", "profile", "createdAt",
      timestamp, "lastSignInAt", timestamp, "client", "id", client_id, "name", client_name, "email", client_email, "accountId",
      account, "createdAt", rfc3339(client_since), "workouts", "session", tokens, "isNewAccount", 1));
}
