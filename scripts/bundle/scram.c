// SPDX-License-Identifier: Apache-2.0

/* Derives the key of a password for SCRAM-SHA-256. It replaces the function of libpq (`--wrap` in the script network), which
   starts a new HMAC for each iteration. The server sets their number, 4096 by default: they took 5.7 ms, a third of an
   acceptance on PostgreSQL. OpenSSL keeps the state of the HMAC's key, and takes 1.9 ms.

   The header of libpq's own function is included so that another signature does not compile. */
#include <postgres_fe.h>

#include <common/scram-common.h>
#include <openssl/err.h>
#include <openssl/evp.h>

__typeof__(scram_SaltedPassword) __wrap_scram_SaltedPassword __attribute__((visibility("hidden")));

/* RFC 5802, section 2.2: Hi() is PBKDF2 with HMAC and the output length of the hash. */
int __wrap_scram_SaltedPassword(
    const char *password, const char *salt, int salt_length, int iterations, uint8 *result, const char **error) {
  if (PKCS5_PBKDF2_HMAC(password, (int)strlen(password), (const unsigned char *)salt, salt_length, iterations,
                        EVP_sha256(), SCRAM_KEY_LEN, result))
    return 0;
  *error = ERR_reason_error_string(ERR_get_error());
  if (!*error) *error = "OpenSSL cannot derive the key";
  return -1;
}
