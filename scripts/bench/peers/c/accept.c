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

/* A pending invitation, its client and its inviter. */
typedef struct {
  char *invitation, *client, *team, *inviter, *client_name, *client_email, *inviter_name, *inviter_email;
  int64_t client_since;
} Offer;

static Offer open_offer(const char *code, const char *email, int64_t now) {
  Offer offer;
  sqlite3_stmt *found = row(INVITATION_BY_CODE, "t", code_hash(code));
  bool is_open = !strcmp(text_column(found, "i_status"), "pending") && integer_column(found, "i_expires_at") > now &&
                 !text_column(found, "superseded_at") && !strcasecmp(text_column(found, "i_email"), email);
  if (!is_open) fail("the invitation cannot be accepted");
  offer.invitation = copy_column(found, "i_id");
  offer.client = copy_column(found, "i_client_id");
  offer.team = copy_column(found, "i_team_id");
  offer.inviter = copy_column(found, "i_inviter_id");
  offer.client_name = copy_column(found, "c_name");
  offer.client_email = copy_column(found, "c_email");
  offer.client_since = integer_column(found, "c_created_at");
  offer.inviter_name = copy_column(found, "a_display_name");
  offer.inviter_email = copy_column(found, "a_email");
  finish(found);
  return offer;
}

static char *create_account(const char *subject, const char *email, const char *name, int64_t now) {
  if (row_if_any(IDENTITY, "tt", "https://accounts.google.com", subject)) fail("the account is known");
  if (row_if_any(ACCOUNT_BY_EMAIL, "t", email)) fail("the address is known");
  if (row_if_any(CLAIMS, "ti", email, (int64_t)100)) fail("the address is claimed");
  char *account = new_id(now);
  run(INSERT_ACCOUNT, "tttitttttttiittttttttttitt", account, email, email, (int64_t)1, name, NULL, NULL, "en", "client", "active", "{}",
      now, now, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, lowered(format("%s\n%s", name, email)), now, NULL, NULL);
  audit(now, "accept-invitation", "account.created", account, NULL, NULL, "google");
  run(INSERT_IDENTITY, "ttttitittt", "https://accounts.google.com", subject, "google", account, now, email, (int64_t)1, name, NULL, NULL);
  return account;
}

static void accept(const Offer *offer, const char *account, int64_t now) {
  unsigned char key[32];
  run(LINK_CLIENT, "tt", account, offer->client);
  run(MARK_ACCEPTED, "it", now, offer->invitation);
  run(CANCEL_MAIL, "it", now, offer->invitation);
  char *mail = new_id(now);
  char *values = json_dumps(json_pack("{s{ss ss} ss s{ss}}", "client", "name", offer->client_name, "email",
                                      offer->client_email, "clientId", offer->client, "inviter", "displayName", offer->inviter_name), JSON_COMPACT);
  secret_key("mail values", key);
  run(INSERT_MAIL, "tttttttttiiiiitt", mail, "invitation-accepted", offer->invitation, offer->inviter, "en", offer->inviter_email,
      offer->inviter_email, seal(values, key, mail), "queued", (int64_t)0, (int64_t)0, now, now + 7 * DAY, now, NULL, NULL);
  audit(now, "accept-invitation", "invitation.accepted", account, offer->team, offer->invitation, "google");
}

static json_t *begin_session(const char *account, json_t *policy, int64_t now) {
  char *session = new_id(now);
  int64_t idle_ends_at = now + rule(policy, "session", "idleDays", 30) * DAY;
  int64_t ends_at = now + rule(policy, "session", "absoluteDays", 90) * DAY;
  run(INSERT_SESSION, "ttiitttttiiiittti", session, account, (int64_t)0, now, NULL, NULL, NULL, NULL, NULL, now, now, idle_ends_at,
      ends_at, NULL, NULL, NULL, (int64_t)0);
  run(RECORD_SIGN_IN, "it", now, account);
  TokenKeys keys = token_keys();
  return session_tokens(session, 0, account, "client", policy, now, ends_at, &keys);
}

static void require_no_workouts(const char *client) {
  if (row_if_any(WORKOUTS, "titi", client, (int64_t)-1, "", (int64_t)50)) fail("there should be no workouts");
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
  Offer offer = open_offer(code, email, now);
  char *account = create_account(subject, email, name, now);
  accept(&offer, account, now);
  json_t *tokens = begin_session(account, policy, now);
  require_no_workouts(offer.client);
  run("COMMIT", "");

  char *timestamp = rfc3339(now);
  answer(json_pack(
      "{s{ss ss sb ss ss ss ss s{} s{sn sn ss} ss ss sb s[{ss sb ss}]} s{ss ss ss ss ss} s[] so sb ss s[]}", "account", "id", account, "email",
      email, "emailVerified", 1, "displayName", name, "locale", "en", "role", "client", "status", "active", "profile", "consent",
      "version", "agreedAt", "guardian", "none", "createdAt", timestamp, "lastSignInAt", timestamp,
      "ageVerified", 0, "addresses", "email", email, "primary", 1, "provenAt", timestamp, "client", "id", offer.client,
      "name", offer.client_name, "email", offer.client_email, "accountId", account, "createdAt", rfc3339(offer.client_since),
      "workouts", "session", tokens, "isNewAccount", 1, "state", "signedIn", "missing"));
}
