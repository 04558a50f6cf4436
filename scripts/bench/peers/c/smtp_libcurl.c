// SPDX-License-Identifier: Apache-2.0

#include <curl/curl.h>
#include <string.h>

#include "smtp.h"

static size_t sent;

static size_t give(char *bytes, size_t size, size_t count, void *context) {
  const Text *mail = context;
  size_t given = mail->size - sent;
  if (given > size * count) given = size * count;
  memcpy(bytes, mail->bytes + sent, given);
  sent += given;
  return given;
}

void deliver(const char *recipient, const Text *mail) {
  CURL *curl = curl_easy_init();
  if (!curl) fail("libcurl");
  struct curl_slist *recipients = curl_slist_append(NULL, format("<%s>", recipient));
  const char *relay = setting("MAIL_URL");
  char *sender = sender_address();
  curl_easy_setopt(curl, CURLOPT_URL, format("%.*s/%s", (int)strcspn(relay, "?"), relay, strchr(sender, '@') + 1));
  curl_easy_setopt(curl, CURLOPT_MAIL_FROM, format("<%s>", sender));
  curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
  curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
  curl_easy_setopt(curl, CURLOPT_READDATA, (void *)mail);
  CURLcode code = curl_easy_perform(curl);
  if (code != CURLE_OK) fail(curl_easy_strerror(code));
  curl_slist_free_all(recipients);
  curl_easy_cleanup(curl);
}
