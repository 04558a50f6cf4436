// SPDX-License-Identifier: Apache-2.0

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "functions.h"
#include "smtp.h"

/* The caller, from an active session. */
static void look_up(const char *session, const char *account, int64_t now, char **name, char **email) {
  sqlite3_stmt *found = row(SESSION, "t", session);
  if (strcmp(text_column(found, "account_id"), account) || text_column(found, "revoked_at") ||
      integer_column(found, "idle_ends_at") <= now || integer_column(found, "ends_at") <= now)
    fail("the session is over");
  finish(found);
  sqlite3_stmt *owner = row(ACCOUNT, "t", account);
  if (strcmp(text_column(owner, "status"), "active") || strcmp(text_column(owner, "role"), "admin")) fail("the caller may not");
  *name = copy_column(owner, "display_name");
  *email = copy_column(owner, "email");
  finish(owner);
}

static int64_t hits(const char *key, int64_t now, int64_t window) {
  int64_t count = 0;
  sqlite3_stmt *found = bound(LIMIT_HITS, "tii", key, now - window, now + window);
  while (sqlite3_step(found) == SQLITE_ROW) count += integer_column(found, "weight");
  finish(found);
  return count;
}

/* Computes the key of a limit, and checks it. */
static char *allowed(json_t *policy, const char *limit, const char *subject, int64_t now, int64_t max, int64_t *window) {
  json_t *limits = json_object_get(policy, "limits");
  *window = rule(limits, limit, "seconds", 3600) * 1000;
  char *key = fingerprint(format("%s\n%s", limit, subject), "limit keys");
  if (hits(key, now, *window) >= rule(limits, limit, "max", max)) fail("the limit is used up");
  return key;
}

static char *new_code(void) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  unsigned char random[20];
  random_bytes(random, sizeof random);
  char *code = malloc(33), *out = code;
  unsigned bits = 0, held = 0;
  for (size_t at = 0; at < sizeof random; at++) {
    bits = bits << 8 | random[at];
    for (held += 8; held >= 5; held -= 5) *out++ = digits[bits >> (held - 5) & 31];
  }
  *out = 0;
  return code;
}

static char *lowered(char *text) {
  for (char *at = text; *at; at++) *at = (char)tolower((unsigned char)*at);
  return text;
}

void send_invitation(void) {
  static const char *const members[] = {"client", "days", "allowOtherEmail", "deliver", "note", NULL};
  static const char *const client_members[] = {"name", "email", "phone", "notes", "locale", NULL};
  int64_t now = now_milliseconds();
  json_t *policy = read_policy(), *event = read_event(), *data = event_data(event), *client = json_object_get(data, "client");
  only_members(data, members);
  only_members(client, client_members);
  const char *name = text_member(client, "name", 200), *email = text_member(client, "email", 254);
  if (!strchr(email, '@')) fail("email");
  char *inviter, *session, *inviter_name, *inviter_email;
  open_database();
  run("BEGIN", "");
  caller(event, now, &inviter, &session);
  look_up(session, inviter, now, &inviter_name, &inviter_email);
  run("COMMIT", "");

  run("BEGIN IMMEDIATE", "");
  look_up(session, inviter, now, &inviter_name, &inviter_email);
  int64_t window, own_window;
  char *key = allowed(policy, "invite", inviter, now, 100, &window);
  if (row_if_any(CLIENT_BY_EMAIL, "tt", inviter, email)) fail("the client is there already");
  char *own_key = allowed(policy, "inviteRecipient", format("%s\n%s", inviter, email), now, 5, &own_window);
  char *client_id = new_id(now), *invitation = new_id(now), *code = new_code();
  int64_t days = rule(policy, "invitation", "days", 30), expires_at = now + days * DAY;
  run(INSERT_CLIENT, "ttttt" "ti", client_id, inviter, name, email, email, lowered(format("%s\n%s", name, email)), now);
  run(INSERT_INVITATION, "tttttii", invitation, client_id, inviter, email, email, now, expires_at);
  run(SUPERSEDE_CODES, "it", now, invitation);
  run(INSERT_CODE, "tt", code_hash(code), invitation);
  run(FORGET_HITS, "ti", key, now);
  run(INSERT_HIT, "tii", key, now, now + window);
  run(FORGET_HITS, "ti", own_key, now);
  run(INSERT_HIT, "tii", own_key, now, now + own_window);
  audit(now, "send-invitation", "invitation.sent", inviter, inviter, invitation, NULL);
  char *mail = new_id(now), *end = rfc3339(expires_at);
  json_t *values = json_pack("{ss s{ss} s{ss ss ss} ss sI}", "code", code, "client", "name", name, "inviter", "displayName",
                             inviter_name, "email", inviter_email, "id", inviter, "expiresAt", end, "days", (json_int_t)days);
  char *sealed = seal(json_dumps(values, JSON_COMPACT), "mail values", mail);
  run(INSERT_MAIL, "ttttttttiiii", mail, "invitation", invitation, NULL, "en", email, sealed, "leased", (int64_t)1, now + 15000,
      expires_at, now);
  run("COMMIT", "");

  run("BEGIN", "");
  finish(row(MAIL, "t", mail));
  finish(row(INVITATION, "t", invitation));
  if (row_if_any(SUPPRESSION, "t", email)) fail("the address wants no mail");
  run("COMMIT", "");
  Text message = invitation_mail(&(Invitation){.id = mail, .recipient = email, .name = name, .inviter = inviter_name,
      .inviter_email = inviter_email, .code = code, .now = now, .expires_at = expires_at, .days = days});
  deliver(email, &message);
  run("BEGIN IMMEDIATE", "");
  run(END_MAIL, "it", now, mail);
  run(MARK_SENT, "tt", mail, invitation);
  run("COMMIT", "");
  answer(json_pack("{s{ss ss ss ss} s{ss ss ss ss ss ss ss si} ss}", "client", "id", client_id, "name", name, "email", email,
                   "createdAt", rfc3339(now), "invitation", "id", invitation, "clientId", client_id, "email", email, "status",
                   "pending", "delivery", "sent", "sentAt", rfc3339(now), "expiresAt", end, "resendCount", 0, "message",
                   format("Client added and invitation sent to %s", email)));
}
