// SPDX-License-Identifier: Apache-2.0

#include "cidn2.h"

#include <dlfcn.h>
#include <idn2.h>
#include <string.h>

static void *library(void) { return dlopen("libidn2.so.0", RTLD_LAZY | RTLD_LOCAL); }

/* Whether IDNA 2008 allows every A-label to be registered. The mapping does not check the rules for characters that
   depend on their neighbours (RFC 5892, CONTEXTO). */
static int are_labels_valid(
    const char *ascii, __typeof__(&idn2_register_u8) check, __typeof__(&idn2_free) release) {
  for (const char *label = ascii;;) {
    size_t length = strcspn(label, ".");
    if (length > 63) return 0;
    if (length >= 4 && memcmp(label, "xn--", 4) == 0) {
      uint8_t copy[64] = {0}, *found = 0;
      memcpy(copy, label, length);
      if (check(0, copy, &found, 0) != IDN2_OK) return 0;
      release(found);
    }
    if (label[length] == 0) return 1;
    label += length + 1;
  }
}

static int take(char *found, char *text, size_t size, __typeof__(&idn2_free) release) {
  int fits = strlen(found) < size;
  if (fits) strcpy(text, found);
  release(found);
  return fits;
}

int cidn2_ascii(const char *domain, char *ascii, size_t size) {
  void *idn2 = library();
  if (!idn2) return 0;
  __typeof__(&idn2_to_ascii_8z) to_ascii = (__typeof__(&idn2_to_ascii_8z))dlsym(idn2, "idn2_to_ascii_8z");
  __typeof__(&idn2_register_u8) check = (__typeof__(&idn2_register_u8))dlsym(idn2, "idn2_register_u8");
  __typeof__(&idn2_free) release = (__typeof__(&idn2_free))dlsym(idn2, "idn2_free");
  char *found = 0;
  if (!to_ascii || !check || !release) return 0;
  /* Without IDN2_USE_STD3_ASCII_RULES, which drops a forbidden character and maps the remaining text: the caller
     refuses characters that a domain cannot have. */
  if (to_ascii(domain, &found, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL) != IDN2_OK) return 0;
  return take(found, ascii, size, release) && are_labels_valid(ascii, check, release);
}

int cidn2_unicode(const char *ascii, char *domain, size_t size) {
  void *idn2 = library();
  if (!idn2) return 0;
  __typeof__(&idn2_to_unicode_8z8z) to_unicode =
      (__typeof__(&idn2_to_unicode_8z8z))dlsym(idn2, "idn2_to_unicode_8z8z");
  __typeof__(&idn2_free) release = (__typeof__(&idn2_free))dlsym(idn2, "idn2_free");
  char *found = 0;
  if (!to_unicode || !release) return 0;
  if (to_unicode(ascii, &found, 0) != IDN2_OK) return 0;
  return take(found, domain, size, release);
}
