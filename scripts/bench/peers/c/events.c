// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common.h"

void fail(const char *what) {
  fprintf(stderr, "peer: %s\n", what);
  exit(1);
}

const char *setting(const char *name) {
  const char *value = getenv(name);
  if (!value) fail(name);
  return value;
}

void append(Text *text, const void *bytes, size_t count) {
  if (text->size + count + 1 > text->room) {
    text->room = 2 * (text->size + count) + 1024;
    text->bytes = realloc(text->bytes, text->room);
  }
  memcpy(text->bytes + text->size, bytes, count);
  text->size += count;
  text->bytes[text->size] = 0;
}

void append_text(Text *text, const char *more) { append(text, more, strlen(more)); }

char *format(const char *pattern, ...) {
  va_list values;
  va_start(values, pattern);
  char *text;
  if (vasprintf(&text, pattern, values) < 0) fail("memory");
  va_end(values);
  return text;
}

json_t *read_event(void) {
  Text text = {0};
  char bytes[65536];
  for (ssize_t count; (count = read(0, bytes, sizeof bytes)) > 0;) append(&text, bytes, (size_t)count);
  json_t *event = json_loadb(text.bytes ? text.bytes : "", text.size, JSON_REJECT_DUPLICATES, NULL);
  if (!json_is_object(event)) fail("the event is no JSON object");
  return event;
}

json_t *event_data(json_t *event) {
  json_t *data = json_object_get(event, "data");
  return json_is_object(data) ? data : event;
}

json_t *read_policy(void) {
  json_t *policy = json_load_file(setting("POLICY_FILE"), JSON_REJECT_DUPLICATES, NULL);
  if (!json_is_object(policy)) fail("the policy is no JSON object");
  return policy;
}

int64_t rule(json_t *policy, const char *section, const char *name, int64_t otherwise) {
  json_t *value = json_object_get(json_object_get(policy, section), name);
  return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

const char *text_member(json_t *object, const char *name, size_t limit) {
  const char *text = json_string_value(json_object_get(object, name));
  if (!text || !*text || strlen(text) > limit) fail(name);
  for (const char *at = text; *at; at++)
    if ((unsigned char)*at < 0x20 || *at == 0x7F) fail(name);
  return text;
}

void only_members(json_t *object, const char *const names[]) {
  const char *name;
  json_t *value;
  json_object_foreach(object, name, value) {
    size_t at = 0;
    while (names[at] && strcmp(names[at], name)) at++;
    if (!names[at]) fail(name);
  }
}

void answer(json_t *result) {
  char *text = json_dumps(result, JSON_COMPACT | JSON_ENSURE_ASCII);
  size_t size = strlen(text);
  text[size++] = '\n';
  if (write(1, text, size) != (ssize_t)size) fail("the answer");
}

int64_t now_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

char *rfc3339(int64_t milliseconds) {
  time_t seconds = milliseconds / 1000;
  struct tm date;
  gmtime_r(&seconds, &date);
  return format("%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday, date.tm_hour,
                date.tm_min, date.tm_sec, (int)(milliseconds % 1000));
}

/* The text itself, with its ASCII letters in lower case. */
char *lowered(char *text) {
  for (char *at = text; *at; at++) *at = (char)tolower((unsigned char)*at);
  return text;
}

/* A UUID of version 7. */
char *new_id(int64_t now) {
  static unsigned count;
  unsigned char random[8];
  random_bytes(random, sizeof random);
  unsigned counter = count++ & 0xFFF;
  return format("%08x-%04x-7%03x-%02x%02x-%02x%02x%02x%02x%02x%02x", (unsigned)(now >> 16), (unsigned)(now & 0xFFFF), counter,
                (random[0] & 0x3F) | 0x80, random[1], random[2], random[3], random[4], random[5], random[6], random[7]);
}
