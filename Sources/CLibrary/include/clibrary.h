// SPDX-License-Identifier: Apache-2.0

/* Opens a shared library when it is first needed instead of at every start. A binding names the functions that it calls:

     #define EACH_FUNCTION(X) X(argon2id_hash_encoded) X(argon2id_verify)
     CLIBRARY_FUNCTIONS(EACH_FUNCTION)

   For each of them this declares a pointer, such as p_argon2id_verify, of the type in the library's own header. The
   pointers are in the table `functions`, which clibrary_open takes. */
#ifndef CLIBRARY_H
#define CLIBRARY_H

#include <dlfcn.h>

struct clibrary_function {
  const char *name;
  /* The address of its pointer. */
  void *pointer;
};

#define CLIBRARY_POINTER(name) static __typeof__(&name) p_##name;
#define CLIBRARY_ENTRY(name) {#name, &p_##name},
#define CLIBRARY_FUNCTIONS(EACH_FUNCTION)  \
  EACH_FUNCTION(CLIBRARY_POINTER)          \
  static const struct clibrary_function functions[] = {EACH_FUNCTION(CLIBRARY_ENTRY){0, 0}};

/* Opens the library, or the one of the release bundle that contains it, with the mode of dlopen and finds each function. NULL when that went well, otherwise what the loader
   said. Safe to repeat: what is found is not looked for again. */
const char *clibrary_open(const char *file, int mode, const struct clibrary_function *functions);

/* Whether the libraries are those of the release bundle rather than the system's. */
int clibrary_is_bundled(void);

#endif
