// SPDX-License-Identifier: Apache-2.0

#include "cidn2.h"

#ifdef __APPLE__
/* Apple's systems do not have the library (not compiled here). The client kit leaves such texts to the server. */
int cidn2_ascii(const char *domain, char *ascii, size_t size) { return 0; }
int cidn2_unicode(const char *ascii, char *domain, size_t size) { return 0; }
#else

#include <clibrary.h>
#include <idn2.h>
#include <string.h>

#define EACH_FUNCTION(X) X(idn2_to_ascii_8z) X(idn2_to_unicode_8z8z) X(idn2_register_u8) X(idn2_free)
CLIBRARY_FUNCTIONS(EACH_FUNCTION)

static int is_open(void) { return !clibrary_open("libidn2.so.0", RTLD_LAZY | RTLD_LOCAL, functions); }

/* Whether IDNA 2008 allows every A-label to be registered. The mapping does not check the rules for characters that
   depend on their neighbours (RFC 5892, CONTEXTO). */
static int are_labels_valid(const char *ascii) {
  for (const char *label = ascii;;) {
    size_t length = strcspn(label, ".");
    if (length > 63) return 0;
    if (length >= 4 && memcmp(label, "xn--", 4) == 0) {
      uint8_t copy[64] = {0}, *found = 0;
      memcpy(copy, label, length);
      if (p_idn2_register_u8(0, copy, &found, 0) != IDN2_OK) return 0;
      p_idn2_free(found);
    }
    if (label[length] == 0) return 1;
    label += length + 1;
  }
}

static int take(char *found, char *text, size_t size) {
  int fits = strlen(found) < size;
  if (fits) strcpy(text, found);
  p_idn2_free(found);
  return fits;
}

int cidn2_ascii(const char *domain, char *ascii, size_t size) {
  char *found = 0;
  if (!is_open()) return 0;
  /* Without IDN2_USE_STD3_ASCII_RULES, which drops a forbidden character and maps the remaining text: the caller
     refuses characters that are invalid in domains. */
  if (p_idn2_to_ascii_8z(domain, &found, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL) != IDN2_OK) return 0;
  return take(found, ascii, size) && are_labels_valid(ascii);
}

int cidn2_unicode(const char *ascii, char *domain, size_t size) {
  char *found = 0;
  if (!is_open()) return 0;
  if (p_idn2_to_unicode_8z8z(ascii, &found, 0) != IDN2_OK) return 0;
  return take(found, domain, size);
}

#endif
