// SPDX-License-Identifier: Apache-2.0

#include "ccurl.h"

#include <arpa/inet.h>
#include <clibrary.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* The headers define these two as type-checking macros, which cannot be used for a function pointer. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define EACH_FUNCTION(X)                                                                                  \
  X(curl_global_init) X(curl_easy_init) X(curl_easy_reset) X(curl_easy_cleanup) X(curl_easy_setopt)       \
  X(curl_easy_perform) X(curl_easy_getinfo) X(curl_easy_strerror) X(curl_slist_append) X(curl_slist_free_all)   \
  X(curl_getdate)                                                                                         \
  X(curl_version_info)

CLIBRARY_FUNCTIONS(EACH_FUNCTION)

const char *ccurl_open(void) {
  static int is_open;
  if (is_open) return 0;
  // The system's libcurl loads libgnutls for LDAP and RTMP, which are not used. Its initialisation takes 0.3 ms.
  if (!clibrary_is_bundled()) setenv("GNUTLS_NO_IMPLICIT_INIT", "1", 0);
  const char *failure = clibrary_open("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL, functions);
  if (failure) return failure;
  CURLcode code = p_curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) return p_curl_easy_strerror(code);
  is_open = 1;
  return 0;
}

const char *ccurl_version(void) { return p_curl_version_info(CURLVERSION_NOW)->version; }
const char *ccurl_tls_version(void) { return p_curl_version_info(CURLVERSION_NOW)->ssl_version; }

/* The certificates of the authorities that this system trusts, or NULL if none of the usual files exists. The system's
   libcurl knows its file; the bundle's runs on every distribution. */
static const char *certificates(void) {
  static const char *found;
  static const char *const files[] = {
      "/etc/ssl/certs/ca-certificates.crt", /* Debian, Ubuntu, Arch */
      "/etc/pki/tls/certs/ca-bundle.crt",   /* Fedora, RHEL, Amazon Linux */
      "/etc/ssl/ca-bundle.pem",             /* openSUSE */
      "/etc/ssl/cert.pem",                  /* Alpine, the BSDs */
  };
  for (size_t index = 0; !found && index < sizeof files / sizeof *files; index++) {
    if (!access(files[index], R_OK)) found = files[index];
  }
  return found;
}

static CURL *with_certificates(CURL *handle) {
  const char *file = handle && clibrary_is_bundled() ? certificates() : 0;
  if (file) p_curl_easy_setopt(handle, CURLOPT_CAINFO, file);
  return handle;
}

CURL *ccurl_easy_init(void) { return with_certificates(p_curl_easy_init()); }
void ccurl_easy_reset(CURL *handle) {
  p_curl_easy_reset(handle);
  with_certificates(handle);
}
void ccurl_easy_cleanup(CURL *handle) { p_curl_easy_cleanup(handle); }
CURLcode ccurl_easy_setopt_long(CURL *handle, CURLoption option, long value) {
  return p_curl_easy_setopt(handle, option, value);
}
CURLcode ccurl_easy_setopt_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return p_curl_easy_setopt(handle, option, value);
}
CURLcode ccurl_easy_setopt_string(CURL *handle, CURLoption option, const char *value) {
  return p_curl_easy_setopt(handle, option, value);
}
CURLcode ccurl_easy_setopt_pointer(CURL *handle, CURLoption option, void *value) {
  return p_curl_easy_setopt(handle, option, value);
}
CURLcode ccurl_easy_setopt_transfer(CURL *handle, CURLoption option, size_t (*value)(char *, size_t, size_t, void *)) {
  return p_curl_easy_setopt(handle, option, value);
}
CURLcode ccurl_easy_setopt_prerequest(CURL *handle, curl_prereq_callback value) {
  return p_curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}
CURLcode ccurl_easy_setopt_progress(CURL *handle, curl_xferinfo_callback value) {
  return p_curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}
CURLcode ccurl_easy_setopt_debug(CURL *handle, curl_debug_callback value) {
  return p_curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, value);
}
CURLcode ccurl_easy_perform(CURL *handle) { return p_curl_easy_perform(handle); }
CURLcode ccurl_easy_getinfo_long(CURL *handle, CURLINFO info, long *value) {
  return p_curl_easy_getinfo(handle, info, value);
}
CURLcode ccurl_easy_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return p_curl_easy_getinfo(handle, info, value);
}
time_t ccurl_getdate(const char *text) { return p_curl_getdate(text, 0); }
const char *ccurl_easy_strerror(CURLcode code) { return p_curl_easy_strerror(code); }
struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
  return p_curl_slist_append(list, text);
}
void ccurl_slist_free_all(struct curl_slist *list) { p_curl_slist_free_all(list); }

static int is_private_v4(uint32_t address) {
  return address >> 24 == 0 || address >> 24 == 10 || address >> 24 == 127 || address >> 22 == 0x191 /* 100.64/10 */ ||
         address >> 16 == 0xA9FE /* 169.254 */ || address >> 20 == 0xAC1 /* 172.16/12 */ || address >> 16 == 0xC0A8 ||
         address >> 8 == 0xC00000 || address >> 17 == 0x6309 /* 198.18/15 */ || address >> 28 >= 14;
}

static int is_private_v6(const struct in6_addr *address) {
  const uint8_t *b = address->s6_addr;
  if (IN6_IS_ADDR_V4MAPPED(address) || (b[0] == 0 && b[1] == 0x64 && b[2] == 0xFF && b[3] == 0x9B))
    return is_private_v4((uint32_t)b[12] << 24 | (uint32_t)b[13] << 16 | (uint32_t)b[14] << 8 | b[15]);
  return IN6_IS_ADDR_UNSPECIFIED(address) || IN6_IS_ADDR_LOOPBACK(address) || (b[0] & 0xFE) == 0xFC ||
         (b[0] == 0xFE && b[1] >= 0x80) || b[0] == 0xFF;
}

/* Called for each connection after the name is resolved, so that a changing DNS answer cannot bypass the check. */
static curl_socket_t open_public(void *context, curlsocktype purpose, struct curl_sockaddr *to) {
  (void)context;
  (void)purpose;
  if (to->family == AF_INET && is_private_v4(ntohl(((struct sockaddr_in *)&to->addr)->sin_addr.s_addr)))
    return CURL_SOCKET_BAD;
  if (to->family == AF_INET6 && is_private_v6(&((struct sockaddr_in6 *)&to->addr)->sin6_addr)) return CURL_SOCKET_BAD;
  if (to->family != AF_INET && to->family != AF_INET6) return CURL_SOCKET_BAD;
  return socket(to->family, to->socktype, to->protocol);
}

void ccurl_easy_set_public_only(CURL *handle) { p_curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_public); }
