// SPDX-License-Identifier: Apache-2.0

#include "cargon2.h"

#include <clibrary.h>

#define EACH_FUNCTION(X) X(argon2id_hash_encoded) X(argon2_verify) X(argon2_error_message)

CLIBRARY_FUNCTIONS(EACH_FUNCTION)

const char *cargon2_open(void) { return clibrary_open("libargon2.so.1", RTLD_NOW | RTLD_LOCAL, functions); }

int cargon2id_hash_encoded(uint32_t iterations, uint32_t memory_kib, uint32_t parallelism, const void *password,
                           size_t password_length, const void *salt, size_t salt_length, size_t hash_length,
                           char *encoded, size_t encoded_length) {
  return p_argon2id_hash_encoded(iterations, memory_kib, parallelism, password, password_length, salt, salt_length,
                                 hash_length, encoded, encoded_length);
}
int cargon2_verify(const char *encoded, const void *password, size_t password_length, argon2_type type) {
  return p_argon2_verify(encoded, password, password_length, type);
}
const char *cargon2_error_message(int code) { return p_argon2_error_message(code); }
