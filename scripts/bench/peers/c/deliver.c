// SPDX-License-Identifier: Apache-2.0

/* Sends queued mail over several connections at the same time. Leases a hundred mails, reads each again before it is
   sent, and records the results of sixteen in one transaction, or of fewer after 30 ms.

   deliver < event.json */
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

enum { LEASE = 100, GROUP = 16, DELAY = 30, MOST = 100 };

typedef struct {
  char *id, *invitation, *recipient, *sealed;
  int64_t expires_at;
} Mail;

typedef struct {
  CURL *curl;
  struct curl_slist *recipients;
  Mail *mail;
  Text message;
  size_t sent;
} Flight;

static CURLM *multi;
static Mail waiting[LEASE], *ended[GROUP];
static int waiting_count, waiting_at, ended_count;
static int64_t left, sent, first_ended_at;

static void take(void) {
  int64_t now = now_milliseconds();
  int size = left < LEASE ? (int)left : LEASE;
  waiting_at = waiting_count = 0;
  if (!size) return;
  run("BEGIN IMMEDIATE", "");
  sqlite3_stmt *due = bound(LEASE_MAIL, "iii", now + 600000, now, (int64_t)size);
  while (sqlite3_step(due) == SQLITE_ROW)
    waiting[waiting_count++] = (Mail){
        copy_column(due, "id"), copy_column(due, "invitation_id"), copy_column(due, "recipient"), copy_column(due, "sealed_values"),
        integer_column(due, "expires_at")};
  finish(due);
  run("COMMIT", "");
  left = waiting_count < size ? 0 : left - size;
}

/* Whether there is a row. */
static bool is_there(sqlite3_stmt *first) {
  if (first) finish(first);
  return first;
}

static bool is_wanted(const Mail *mail) {
  run("BEGIN", "");
  bool is_leased = is_there(row_if_any(MAIL, "t", mail->id));
  bool is_pending = is_there(row_if_any(OPEN_INVITATION, "ti", mail->invitation, now_milliseconds()));
  bool is_suppressed = is_there(row_if_any(SUPPRESSION, "tt", mail->recipient, mail->recipient));
  run("COMMIT", "");
  return is_leased && is_pending && !is_suppressed;
}

static Mail *next(void) {
  while (true) {
    if (waiting_at == waiting_count) take();
    if (waiting_at == waiting_count) return NULL;
    Mail *mail = malloc(sizeof *mail);
    *mail = waiting[waiting_at++];
    if (is_wanted(mail)) return mail;
  }
}

static size_t give(char *bytes, size_t size, size_t count, void *context) {
  Flight *flight = context;
  size_t given = flight->message.size - flight->sent;
  if (given > size * count) given = size * count;
  memcpy(bytes, flight->message.bytes + flight->sent, given);
  flight->sent += given;
  return given;
}

static bool start(Flight *flight) {
  if (!(flight->mail = next())) return false;
  Mail *mail = flight->mail;
  json_t *values = json_loads(open_sealed(mail->sealed, "mail values", mail->id), 0, NULL);
  json_t *inviter = json_object_get(values, "inviter");
  flight->message = invitation_mail(&(Invitation){
      .id = mail->id, .recipient = mail->recipient, .name = text_member(json_object_get(values, "client"), "name", 200),
      .inviter = text_member(inviter, "displayName", 200), .inviter_email = text_member(inviter, "email", 254),
      .code = text_member(values, "code", 64), .unsubscribe_token = text_member(values, "unsubscribeToken", 1024),
      .now = now_milliseconds(), .expires_at = mail->expires_at,
      .days = json_integer_value(json_object_get(values, "days"))});
  json_decref(values);
  flight->sent = 0;
  curl_slist_free_all(flight->recipients);
  flight->recipients = curl_slist_append(NULL, format("<%s>", mail->recipient));
  char *sender = sender_address();
  curl_easy_reset(flight->curl);
  const char *relay = setting("MAIL_URL");
  curl_easy_setopt(flight->curl, CURLOPT_URL, format("%.*s/%s", (int)strcspn(relay, "?"), relay, strchr(sender, '@') + 1));
  curl_easy_setopt(flight->curl, CURLOPT_MAIL_FROM, format("<%s>", sender));
  curl_easy_setopt(flight->curl, CURLOPT_MAIL_RCPT, flight->recipients);
  curl_easy_setopt(flight->curl, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(flight->curl, CURLOPT_READFUNCTION, give);
  curl_easy_setopt(flight->curl, CURLOPT_READDATA, flight);
  curl_easy_setopt(flight->curl, CURLOPT_PRIVATE, flight);
  curl_multi_add_handle(multi, flight->curl);
  return true;
}

static void forget(Mail *mail) {
  free(mail->id);
  free(mail->invitation);
  free(mail->recipient);
  free(mail->sealed);
  free(mail);
}

static void settle(void) {
  int64_t now = now_milliseconds();
  if (!ended_count) return;
  run("BEGIN IMMEDIATE", "");
  for (int at = 0; at < ended_count; at++) {
    run(END_MAIL, "titttt", "sent", now, NULL, NULL, NULL, ended[at]->id);
    run(MARK_SENT, "ttt", ended[at]->id, "sent", ended[at]->invitation);
    forget(ended[at]);
  }
  run("COMMIT", "");
  sent += ended_count;
  ended_count = 0;
}

static void land(Flight *flight) {
  curl_multi_remove_handle(multi, flight->curl);
  free(flight->message.bytes);
  if (!ended_count) first_ended_at = now_milliseconds();
  ended[ended_count++] = flight->mail;
  flight->mail = NULL;
  if (ended_count == GROUP) settle();
}

int main(void) {
  static Flight flights[MOST];
  const char *setting_text = getenv("MAIL_CONNECTIONS");
  int connections = setting_text ? atoi(setting_text) : 8, flying = 0, changed;
  if (connections < 1 || connections > MOST) fail("MAIL_CONNECTIONS");
  json_t *limit = json_object_get(event_data(read_event()), "limit");
  left = json_is_integer(limit) ? json_integer_value(limit) : 1000;
  read_policy();
  open_database();
  multi = curl_multi_init();
  for (int at = 0; at < connections; at++) flights[at].curl = curl_easy_init();
  do {
    for (int at = 0; at < connections; at++)
      if (!flights[at].mail && start(&flights[at])) flying++;
    if (ended_count && first_ended_at + DELAY <= now_milliseconds()) settle();
    curl_multi_perform(multi, &changed);
    int queued;
    bool has_landed = false;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &queued));) {
      Flight *flight;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&flight);
      if (message->data.result != CURLE_OK) fail(curl_easy_strerror(message->data.result));
      land(flight);
      flying--;
      has_landed = true;
    }
    if (flying && !has_landed) curl_multi_poll(multi, NULL, 0, 20, NULL);
  } while (flying || waiting_at < waiting_count || left);
  settle();
  answer(json_pack("{sI si si si sb}", "sent", (json_int_t)sent, "retried", 0, "failed", 0, "unknown", 0, "more", 0));
  close_database();
  curl_multi_cleanup(multi);
}
