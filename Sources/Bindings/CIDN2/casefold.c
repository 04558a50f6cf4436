// SPDX-License-Identifier: Apache-2.0

#include "cidn2.h"

#ifdef __APPLE__
/* Apple's systems do not have the library (not compiled here). The client kit leaves such texts to the server. */
int cidn2_casefold(const char *text, char *folded, size_t size) { return 0; }
#else

#include <clibrary.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <uninorm.h>

#define EACH_FUNCTION(X) X(u8_casefold) X(uninorm_nfkc)
CLIBRARY_FUNCTIONS(EACH_FUNCTION)

int cidn2_casefold(const char *text, char *folded, size_t size) {
  /* The symbols are found in the library that libidn2 depends on, whose version differs between systems. */
  if (clibrary_open("libidn2.so.0", RTLD_LAZY | RTLD_LOCAL, functions)) return 0;
  size_t length = size - 1;
  uint8_t *buffer = (uint8_t *)folded;
  uint8_t *found = p_u8_casefold((const uint8_t *)text, strlen(text), 0, p_uninorm_nfkc, buffer, &length);
  if (!found) return 0;
  if (found != buffer) {
    free(found);
    return 0;
  }
  folded[length] = 0;
  return 1;
}

#endif
