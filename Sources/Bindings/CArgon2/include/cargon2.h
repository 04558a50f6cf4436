// SPDX-License-Identifier: Apache-2.0

/* libargon2 (the reference implementation of RFC 9106), loaded when a password is first hashed. It is compiled against
   the library's header, so a changed declaration is a compile error. Each function calls the libargon2 function
   of the same name. */
#ifndef CARGON2_H
#define CARGON2_H

#include <argon2.h>

/* Loads the library. NULL on success, otherwise the loader's message. May be called again. */
const char *cargon2_open(void);

int cargon2id_hash_encoded(uint32_t iterations, uint32_t memory_kib, uint32_t parallelism, const void *password,
                           size_t password_length, const void *salt, size_t salt_length, size_t hash_length,
                           char *encoded, size_t encoded_length);
int cargon2_verify(const char *encoded, const void *password, size_t password_length, argon2_type type);
const char *cargon2_error_message(int code);

#endif
