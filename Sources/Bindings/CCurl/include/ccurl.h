// SPDX-License-Identifier: Apache-2.0

/* libcurl (curl.se/libcurl), loaded when it is first used instead of at every start: linking it loads 33 shared
   libraries. It is compiled against the library's headers, so a changed declaration is a compile error. Each
   function calls the libcurl function of the same name; a variadic function has one form for each type of argument. */
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

/* Loads and initialises the library. NULL on success, otherwise the loader's message. May be called again. */
const char *ccurl_open(void);

/* The versions of libcurl and of its TLS library, such as "7.88.1" and "OpenSSL/3.0.17". */
const char *ccurl_version(void);
const char *ccurl_tls_version(void);

/* These two also set the certificates that the system trusts. */
CURL *ccurl_easy_init(void);
void ccurl_easy_reset(CURL *handle);
void ccurl_easy_cleanup(CURL *handle);
CURLcode ccurl_easy_setopt_long(CURL *handle, CURLoption option, long value);
CURLcode ccurl_easy_setopt_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode ccurl_easy_setopt_string(CURL *handle, CURLoption option, const char *value);
CURLcode ccurl_easy_setopt_pointer(CURL *handle, CURLoption option, void *value);
CURLcode ccurl_easy_setopt_transfer(CURL *handle, CURLoption option, size_t (*value)(char *, size_t, size_t, void *));
CURLcode ccurl_easy_setopt_prerequest(CURL *handle, curl_prereq_callback value);
CURLcode ccurl_easy_setopt_progress(CURL *handle, curl_xferinfo_callback value);
CURLcode ccurl_easy_setopt_debug(CURL *handle, curl_debug_callback value);
CURLcode ccurl_easy_perform(CURL *handle);
/* Restricts the handle to public addresses: no loopback, private or link-local addresses (RFC 6890). */
void ccurl_easy_set_public_only(CURL *handle);
CURLcode ccurl_easy_getinfo_long(CURL *handle, CURLINFO info, long *value);
CURLcode ccurl_easy_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value);
/* Seconds since 1970; -1 if the text is not a date. */
time_t ccurl_getdate(const char *text);
const char *ccurl_easy_strerror(CURLcode code);
struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text);
void ccurl_slist_free_all(struct curl_slist *list);

#endif
