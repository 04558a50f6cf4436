// SPDX-License-Identifier: Apache-2.0

/* Loads a shared library when it is first used instead of at every start. A binding lists the functions that it calls:

     #define EACH_FUNCTION(X) X(argon2id_hash_encoded) X(argon2id_verify)
     CLIBRARY_FUNCTIONS(EACH_FUNCTION)

   The parameter is named X: scripts/bundle/network finds the functions that the bundle exports by `X(name)`.

   This declares a pointer for each function, such as p_argon2id_verify, with the type from the library's header, and
   the table `functions` of these pointers for clibrary_open. */
#ifndef CLIBRARY_H
#define CLIBRARY_H

#include <dlfcn.h>

struct clibrary_function {
  const char *name;
  /* The address of the function's pointer. */
  void *pointer;
};

#define CLIBRARY_POINTER(name) static __typeof__(&name) p_##name;
#define CLIBRARY_ENTRY(name) {#name, &p_##name},
#define CLIBRARY_FUNCTIONS(EACH_FUNCTION)  \
  EACH_FUNCTION(CLIBRARY_POINTER)          \
  static const struct clibrary_function functions[] = {EACH_FUNCTION(CLIBRARY_ENTRY){0, 0}};

/* Loads the library, or the one of the release bundle that contains it, with a mode of dlopen and finds each function.
   NULL on success, otherwise the loader's message. May be called again; functions that were found are not searched
   again. */
const char *clibrary_open(const char *file, int mode, const struct clibrary_function *functions);

/* Whether the libraries are those of the release bundle rather than the system's. */
int clibrary_is_bundled(void);

#endif
