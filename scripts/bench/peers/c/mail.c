// SPDX-License-Identifier: Apache-2.0

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common.h"

typedef struct {
  const char *name, *text;
} Value;

/* A process that makes many mails reads each template once. */
static const char *template(const char *name) {
  static struct {
    const char *name;
    Text text;
  } known[3];
  size_t at = 0;
  while (at < 2 && known[at].name && known[at].name != name) at++;
  if (!known[at].name) {
    char bytes[16384];
    int file = open(format("%s/%s", setting("PEER_TEMPLATES"), name), O_RDONLY);
    if (file < 0) fail(name);
    for (ssize_t count; (count = read(file, bytes, sizeof bytes)) > 0;) append(&known[at].text, bytes, (size_t)count);
    close(file);
    known[at].name = name;
  }
  return known[at].text.bytes;
}

static void append_escaped(Text *out, const char *text) {
  for (; *text; text++) {
    switch (*text) {
    case '<': append_text(out, "&lt;"); break;
    case '>': append_text(out, "&gt;"); break;
    case '&': append_text(out, "&amp;"); break;
    case '"': append_text(out, "&quot;"); break;
    case '\'': append_text(out, "&#39;"); break;
    default: append(out, text, 1);
    }
  }
}

/* Replaces {{name}} with values. */
static Text filled(const char *text, const Value *values, bool is_html) {
  Text out = {0};
  const char *open;
  while ((open = strstr(text, "{{"))) {
    const char *end = strstr(open, "}}");
    append(&out, text, (size_t)(open - text));
    char *name = strndup(open + 2, (size_t)(end - open - 2));
    const Value *value = values;
    while (value->name && strcmp(value->name, name)) value++;
    if (!value->name) fail(name);
    free(name);
    if (is_html) append_escaped(&out, value->text); else append_text(&out, value->text);
    text = end + 2;
  }
  append_text(&out, text);
  return out;
}

/* RFC 2045, section 6.7. */
static void append_quoted_printable(Text *out, const Text *text) {
  size_t column = 0;
  for (size_t at = 0; at < text->size; at++) {
    unsigned char byte = (unsigned char)text->bytes[at];
    if (byte == '\n') {
      append_text(out, "\r\n");
      column = 0;
      continue;
    }
    bool is_last = at + 1 == text->size || text->bytes[at + 1] == '\n';
    bool is_plain = byte == ' ' || byte == '\t' ? !is_last : byte > 0x20 && byte < 0x7F && byte != '=';
    if (column + (is_plain ? 1 : 3) > 75) {
      append_text(out, "=\r\n");
      column = 0;
    }
    column += is_plain ? 1 : 3;
    char code[4];
    if (is_plain) append(out, &byte, 1);
    else append(out, code, (size_t)snprintf(code, sizeof code, "=%02X", byte));
  }
}

char *sender_address(void) {
  const char *open = strchr(setting("MAIL_FROM"), '<');
  if (!open) fail("MAIL_FROM");
  return strndup(open + 1, strcspn(open + 1, ">"));
}

Text invitation_mail(const Invitation *about) {
  const char *url = setting("PUBLIC_URL"), *from = setting("MAIL_FROM");
  char *link = format("%s/invite?code=%s", url, about->code), *app_link = format("pfa://invite?code=%s", about->code);
  char *unsubscribe = format("%s/unsubscribe?token=%s", url, about->unsubscribe_token);
  char *days = format("%lld", (long long)about->days), date[64], day[64];
  time_t seconds = about->now / 1000, end = (about->expires_at - LAST_DAY) / 1000;
  strftime(date, sizeof date, "%a, %e %b %Y %H:%M:%S +0000", gmtime(&seconds));
  strftime(day, sizeof day, "%-d %B %Y", gmtime(&end));
  const Value values[] = {{"client", about->name}, {"inviter", about->inviter}, {"days", days}, {"expiresOn", day},
                          {"link", link}, {"code", about->code}, {"appLink", app_link},
                          {"unsubscribeLink", unsubscribe}, {NULL, NULL}};
  Text subject = filled(template("subject.txt"), values, false);
  Text plain = filled(template("body.txt"), values, false), html = filled(template("body.html"), values, true);

  Text mail = {0};
  int name = (int)strcspn(from, "<") - 1;
  append_text(&mail, format("Date: %s\r\nFrom: \"%s via %.*s\" <%s>\r\nTo: \"%s\" <%s>\r\nReply-To: \"%s\" <%s>\r\n", date,
                            about->inviter, name, from, sender_address(), about->name, about->recipient, about->inviter, about->inviter_email));
  const char *domain = strchr(sender_address(), '@') + 1;
  append_text(&mail, format("Message-ID: <%s@%s>\r\nSubject: %s\r\n", about->id, domain, subject.bytes));
  append_text(&mail, format("List-Unsubscribe: <%s>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n", unsubscribe));
  append_text(&mail, format("Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n"
                            " boundary=\"=_%s\"\r\n\r\n", about->id));
  const char *types[] = {"plain", "html"};
  for (int part = 0; part < 2; part++) {
    append_text(&mail, format("--=_%s\r\nContent-Type: text/%s; charset=utf-8\r\n", about->id, types[part]));
    append_text(&mail, "Content-Transfer-Encoding: quoted-printable\r\n\r\n");
    append_quoted_printable(&mail, part ? &html : &plain);
    append_text(&mail, "\r\n");
  }
  append_text(&mail, format("--=_%s--\r\n", about->id));
  free(subject.bytes);
  free(plain.bytes);
  free(html.bytes);
  return mail;
}
