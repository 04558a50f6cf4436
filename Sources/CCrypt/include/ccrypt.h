// SPDX-License-Identifier: Apache-2.0

/* libcrypt (libxcrypt), opened when a password is first held against a bcrypt hash that came with an import. Compiled
   against its header, so that a changed declaration is a compiler's error. */
#ifndef CCRYPT_H
#define CCRYPT_H

#include <crypt.h>

/* Opens the library; NULL when that went well, otherwise what the loader said. Safe to repeat. */
const char *ccrypt_open(void);

/* crypt_rn of libcrypt: the phrase hashed as the setting says, in `data`; NULL where the setting is none. */
char *ccrypt_rn(const char *phrase, const char *setting, struct crypt_data *data);

#endif
