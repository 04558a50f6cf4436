// SPDX-License-Identifier: Apache-2.0

#include "ccrypt.h"

#include <dlfcn.h>

static __typeof__(&crypt_rn) p_crypt_rn;

const char *ccrypt_open(void) {
  if (p_crypt_rn) return 0;
  void *library = dlopen("libcrypt.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
  p_crypt_rn = (__typeof__(&crypt_rn))dlsym(library, "crypt_rn");
  return p_crypt_rn ? 0 : dlerror();
}

char *ccrypt_rn(const char *phrase, const char *setting, struct crypt_data *data) {
  return p_crypt_rn(phrase, setting, data, sizeof *data);
}
