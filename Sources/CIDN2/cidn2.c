#include "cidn2.h"

#include <dlfcn.h>
#include <idn2.h>
#include <string.h>

int cidn2_ascii(const char *domain, char *ascii, size_t size) {
  void *library = dlopen("libidn2.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
  __typeof__(&idn2_to_ascii_8z) to_ascii = (__typeof__(&idn2_to_ascii_8z))dlsym(library, "idn2_to_ascii_8z");
  __typeof__(&idn2_free) release = (__typeof__(&idn2_free))dlsym(library, "idn2_free");
  char *found = 0;
  if (!to_ascii || !release) return 0;
  if (to_ascii(domain, &found, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL | IDN2_USE_STD3_ASCII_RULES) != IDN2_OK) return 0;
  int fits = strlen(found) < size;
  if (fits) strcpy(ascii, found);
  release(found);
  return fits;
}
