// SPDX-License-Identifier: Apache-2.0

/* The minimal work of an event.

   peer FUNCTION < event.json */
#include <openssl/crypto.h>
#include <string.h>

#include "common.h"
#include "functions.h"

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } functions[] = {
      {"accept-invitation", accept_invitation}, {"preview-invitation", preview_invitation},
      {"refresh-session", refresh_session},     {"send-invitation", send_invitation},
      {"expire-invitations", expire_invitations},
  };
#ifndef LIBCURL
  // Without libcurl, OpenSSL's configuration is not needed. libcurl uses it, like Vestibule's mail.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
#endif
  for (size_t at = 0; argc == 2 && at < sizeof functions / sizeof *functions; at++) {
    if (strcmp(functions[at].name, argv[1])) continue;
    functions[at].run();
    close_database();
    return 0;
  }
  fail("usage: peer FUNCTION < event.json");
}
