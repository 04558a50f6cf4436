// SPDX-License-Identifier: Apache-2.0

#include "clibrary.h"

#include <string.h>

/* Next to the library or executable that contains this code (ld.so(8), "Dynamic string tokens"). */
#define BUNDLED "libvestibule-network.so"

/* The library of the release bundle that contains all others, or NULL if there is none. */
static void *bundled(void) {
  static void *library;
  static int is_searched;
  if (!is_searched) {
    is_searched = 1;
    library = dlopen("$ORIGIN/" BUNDLED, RTLD_LAZY | RTLD_LOCAL);
    /* `vestibule` is not in the folder of the libraries. */
    if (!library) library = dlopen("$ORIGIN/../lib/" BUNDLED, RTLD_LAZY | RTLD_LOCAL);
  }
  return library;
}

int clibrary_is_bundled(void) { return bundled() != 0; }

const char *clibrary_open(const char *file, int mode, const struct clibrary_function *functions) {
  void *library = 0;
  for (; functions->name; functions++) {
    void *found;
    memcpy(&found, functions->pointer, sizeof found);
    if (found) continue;
    if (!library && !(library = bundled()) && !(library = dlopen(file, mode))) return dlerror();
    if (!(found = dlsym(library, functions->name))) return dlerror();
    memcpy(functions->pointer, &found, sizeof found);
  }
  return 0;
}
