// SPDX-License-Identifier: Apache-2.0

/* libcrypt (libxcrypt), loaded when a password is first verified with an imported bcrypt hash. It is compiled against
   the library's header, so a changed declaration is a compile error. */
#ifndef CCRYPT_H
#define CCRYPT_H

#include <crypt.h>

/* Loads the library. NULL on success, otherwise the loader's message. May be called again. */
const char *ccrypt_open(void);

/* crypt_rn of libcrypt: hashes the phrase with the setting into `data`. NULL if the setting is invalid. */
char *ccrypt_rn(const char *phrase, const char *setting, struct crypt_data *data);

#endif
