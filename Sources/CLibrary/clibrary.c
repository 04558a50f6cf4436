// SPDX-License-Identifier: Apache-2.0

#include "clibrary.h"

#include <string.h>

const char *clibrary_open(const char *file, int mode, const struct clibrary_function *functions) {
  void *library = 0;
  for (; functions->name; functions++) {
    void *found;
    memcpy(&found, functions->pointer, sizeof found);
    if (found) continue;
    if (!library && !(library = dlopen(file, mode))) return dlerror();
    if (!(found = dlsym(library, functions->name))) return dlerror();
    memcpy(functions->pointer, &found, sizeof found);
  }
  return 0;
}
