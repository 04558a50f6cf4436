// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "functions.h"
#include "smtp.h"

/* An invitation that is being sent. */
typedef struct {
  const char *name, *email;
  char *inviter, *session, *team, *inviter_name, *inviter_email;
  char *client, *invitation, *code, *mail, *unsubscribe_token;
  int64_t now, days, expires_at;
} Sending;

/* The caller, from an active session. */
static void look_up(Sending *sending) {
  sqlite3_stmt *found = row(SESSION, "t", sending->session);
  if (strcmp(text_column(found, "account_id"), sending->inviter) || text_column(found, "revoked_at") ||
      integer_column(found, "idle_ends_at") <= sending->now || integer_column(found, "ends_at") <= sending->now)
    fail("the session is over");
  finish(found);
  sqlite3_stmt *owner = row(ACCOUNT_OF_SESSION, "t", sending->session);
  if (strcmp(text_column(owner, "status"), "active") || strcmp(text_column(owner, "role"), "admin")) fail("the caller may not");
  sending->team = copy_column(owner, "team_id");
  sending->inviter_name = copy_column(owner, "display_name");
  sending->inviter_email = copy_column(owner, "email");
  finish(owner);
}

static int64_t hits(const char *key, int64_t now, int64_t window) {
  int64_t count = 0;
  sqlite3_stmt *found = bound(LIMIT_HITS, "iit", now - window, now + window, key);
  while (sqlite3_step(found) == SQLITE_ROW) count += integer_column(found, "weight");
  finish(found);
  return count;
}

/* Computes the key of a limit, and checks it. */
static char *allowed(json_t *policy, const char *limit, const char *subject, int64_t now, int64_t max, const HashKeys *keys,
                     int64_t *window) {
  json_t *limits = json_object_get(policy, "limits");
  *window = rule(limits, limit, "seconds", 3600) * 1000;
  char *key = authentication_code(format("limit\n%s\n%s", limit, subject), keys->comparisons);
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

static void count_hit(const char *key, int64_t now, int64_t window) {
  run(FORGET_HITS, "ti", key, now);
  run(INSERT_HIT, "tiii", key, now, (int64_t)1, now + window);
}

static void queue_mail(Sending *sending, const HashKeys *keys) {
  unsigned char unsubscribe_key[32], values_key[32];
  derive(keys->comparisons, "unsubscribe", unsubscribe_key);
  secret_key("mail values", values_key);
  sending->mail = new_id(sending->now);
  sending->unsubscribe_token = seal(sending->email, unsubscribe_key, "");
  json_t *values = json_pack(
      "{ss ss s{ss} s{ss ss ss} ss sI}", "code", sending->code, "unsubscribeToken", sending->unsubscribe_token, "client", "name",
      sending->name, "inviter", "displayName", sending->inviter_name, "email", sending->inviter_email, "id", sending->inviter,
      "expiresAt", rfc3339(sending->expires_at), "days", (json_int_t)sending->days);
  run(INSERT_MAIL, "tttttttttiiiiitt", sending->mail, "invitation", sending->invitation, NULL, "en", sending->email,
      sending->email, seal(json_dumps(values, JSON_COMPACT), values_key, sending->mail), "leased", (int64_t)1, (int64_t)0,
      sending->now + 15000, sending->expires_at, sending->now, NULL, NULL);
}

/* Writes the client, the invitation and its leased mail in one transaction. */
static void store(Sending *sending, json_t *policy) {
  int64_t now = sending->now, window, own_window;
  const char *name = sending->name, *email = sending->email, *inviter = sending->inviter;
  run("BEGIN IMMEDIATE", "");
  look_up(sending);
  HashKeys keys = hash_keys();
  char *key = allowed(policy, "invite", inviter, now, 100, &keys, &window);
  if (row_if_any(CLIENT_BY_EMAIL, "tt", sending->team, email)) fail("the client is there already");
  char *own_key = allowed(policy, "inviteRecipient", format("%s\n%s", sending->team, email), now, 5, &keys, &own_window);
  sending->client = new_id(now);
  sending->invitation = new_id(now);
  sending->code = new_code();
  run(INSERT_CLIENT, "ttttttttttitttt", sending->client, inviter, NULL, name, email, email, NULL, NULL, NULL,
      lowered(format("%s\n%s", name, email)), now, NULL, NULL, sending->team, NULL);
  run(INSERT_INVITATION, "tttttttiiiittttttt", sending->invitation, sending->client, inviter, email, email, "pending", "queued",
      (int64_t)0, now, sending->expires_at, (int64_t)0, NULL, "mail", NULL, NULL, NULL, sending->team, NULL);
  run(SUPERSEDE_CODES, "it", now, sending->invitation);
  run(INSERT_CODE, "tt", code_hash(sending->code), sending->invitation);
  count_hit(key, now, window);
  count_hit(own_key, now, own_window);
  audit(now, "send-invitation", "invitation.sent", inviter, sending->team, sending->invitation, NULL);
  queue_mail(sending, &keys);
  run("COMMIT", "");
}

/* Sends the mail and records that it is sent. */
static void send_mail(const Sending *sending) {
  run("BEGIN", "");
  finish(row(MAIL, "t", sending->mail));
  finish(row(OPEN_INVITATION, "ti", sending->invitation, sending->now));
  if (row_if_any(SUPPRESSION, "tt", sending->email, sending->email)) fail("the address wants no mail");
  run("COMMIT", "");
  Text message = invitation_mail(&(Invitation){.id = sending->mail, .recipient = sending->email, .name = sending->name,
      .inviter = sending->inviter_name, .inviter_email = sending->inviter_email, .code = sending->code,
      .unsubscribe_token = sending->unsubscribe_token, .now = sending->now, .expires_at = sending->expires_at,
      .days = sending->days});
  deliver(sending->email, &message);
  run("BEGIN IMMEDIATE", "");
  run(END_MAIL, "titttt", "sent", sending->now, NULL, NULL, NULL, sending->mail);
  run(MARK_SENT, "ttt", sending->mail, "sent", sending->invitation);
  run("COMMIT", "");
}

void send_invitation(void) {
  static const char *const members[] = {"client", "days", "allowOtherEmail", "deliver", "note", NULL};
  static const char *const client_members[] = {"name", "email", "phone", "notes", "locale", NULL};
  Sending sending = {.now = now_milliseconds()};
  json_t *policy = read_policy(), *event = read_event(), *data = event_data(event), *client = json_object_get(data, "client");
  only_members(data, members);
  only_members(client, client_members);
  sending.name = text_member(client, "name", 200);
  sending.email = text_member(client, "email", 254);
  if (!strchr(sending.email, '@')) fail("email");
  sending.days = rule(policy, "invitation", "days", 30);
  sending.expires_at = sending.now - sending.now % DAY + sending.days * DAY + LAST_DAY;
  open_database();
  run("BEGIN", "");
  caller(event, sending.now, &sending.inviter, &sending.session);
  look_up(&sending);
  run("COMMIT", "");
  store(&sending, policy);
  send_mail(&sending);
  char *timestamp = rfc3339(sending.now);
  answer(json_pack("{s{ss ss ss ss} s{ss ss ss ss ss ss ss ss si} ss}", "client", "id", sending.client, "name", sending.name,
                   "email", sending.email, "createdAt", timestamp, "invitation", "id", sending.invitation, "clientId",
                   sending.client, "email", sending.email, "status", "pending", "channel", "mail", "delivery", "sent", "sentAt",
                   timestamp, "expiresAt", rfc3339(sending.expires_at), "resendCount", 0, "message",
                   format("Client added and invitation sent to %s", sending.email)));
}
