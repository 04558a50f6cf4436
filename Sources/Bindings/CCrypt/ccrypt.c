// SPDX-License-Identifier: Apache-2.0

#include "ccrypt.h"

#include <clibrary.h>

#define EACH_FUNCTION(X) X(crypt_rn)
CLIBRARY_FUNCTIONS(EACH_FUNCTION)

const char *ccrypt_open(void) { return clibrary_open("libcrypt.so.1", RTLD_NOW | RTLD_LOCAL, functions); }

char *ccrypt_rn(const char *phrase, const char *setting, struct crypt_data *data) {
  return p_crypt_rn(phrase, setting, data, sizeof *data);
}
