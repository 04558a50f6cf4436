// SPDX-License-Identifier: Apache-2.0

#include <stdint.h>

/* Takes the place of OPENSSL_init_ssl in libcurl: it does nothing. */
__attribute__((visibility("hidden"))) int vestibule_later(
    uint64_t options __attribute__((unused)), const void *settings __attribute__((unused))) {
  return 1;
}
