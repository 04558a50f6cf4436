// SPDX-License-Identifier: Apache-2.0

#include <ctype.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "common.h"

char *base64url(const void *bytes, size_t count) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const unsigned char *in = bytes;
  char *text = malloc(count * 4 / 3 + 5), *out = text;
  unsigned bits = 0, held = 0;
  for (size_t at = 0; at < count; at++) {
    bits = bits << 8 | in[at];
    for (held += 8; held >= 6; held -= 6) *out++ = digits[bits >> (held - 6) & 63];
  }
  if (held) *out++ = digits[bits << (6 - held) & 63];
  *out = 0;
  return text;
}

/* Accepts the digits of base64 as well. */
size_t from_base64url(const char *text, size_t length, unsigned char *bytes, size_t room) {
  unsigned bits = 0, held = 0;
  size_t count = 0;
  for (size_t at = 0; at < length && text[at] != '='; at++) {
    char digit = text[at];
    int value = digit >= 'A' && digit <= 'Z'   ? digit - 'A'
                : digit >= 'a' && digit <= 'z' ? digit - 'a' + 26
                : digit >= '0' && digit <= '9' ? digit - '0' + 52
                : digit == '-' || digit == '+' ? 62
                : digit == '_' || digit == '/' ? 63
                                               : -1;
    if (value < 0 || count == room) fail("base64");
    bits = bits << 6 | (unsigned)value;
    held += 6;
    if (held >= 8) bytes[count++] = (unsigned char)(bits >> (held -= 8));
  }
  return count;
}

void random_bytes(unsigned char *bytes, size_t count) {
  if (getrandom(bytes, count, 0) != (ssize_t)count) fail("random bytes");
}

char *code_hash(const char *code) {
  unsigned char upper[128], digest[32];
  size_t length = 0;
  for (; code[length]; length++) upper[length] = (unsigned char)toupper((unsigned char)code[length]);
  SHA256(upper, length, digest);
  return base64url(digest, sizeof digest);
}

/* HKDF-SHA256 (RFC 5869) of 32 bytes without a salt is two HMACs. This is the first. */
static void extract(const unsigned char secret[32], unsigned char pseudorandom[32]) {
  unsigned char salt[32] = {0};
  HMAC(EVP_sha256(), salt, sizeof salt, secret, 32, pseudorandom, NULL);
}

static void expand(const unsigned char pseudorandom[32], const char *purpose, unsigned char key[32]) {
  char *info = format("vestibule %s\x01", purpose);
  HMAC(EVP_sha256(), pseudorandom, 32, (unsigned char *)info, strlen(info), key, NULL);
  free(info);
}

void derive(const unsigned char secret[32], const char *purpose, unsigned char key[32]) {
  unsigned char pseudorandom[32];
  extract(secret, pseudorandom);
  expand(pseudorandom, purpose, key);
}

void secret_key(const char *purpose, unsigned char key[32]) {
  static unsigned char pseudorandom[32];
  static bool is_extracted;
  if (!is_extracted) {
    unsigned char secret[32];
    const char *text = setting("SECRET_KEY");
    if (from_base64url(text, strlen(text), secret, sizeof secret) != 32) fail("SECRET_KEY");
    extract(secret, pseudorandom);
    is_extracted = true;
  }
  expand(pseudorandom, purpose, key);
}

char *authentication_code(const char *text, const unsigned char key[32]) {
  unsigned char code[32];
  HMAC(EVP_sha256(), key, 32, (const unsigned char *)text, strlen(text), code, NULL);
  return base64url(code, sizeof code);
}

/* ChaCha20-Poly1305 (RFC 8439): nonce, what is sealed, tag. */
static EVP_CIPHER_CTX *cipher(const unsigned char key[32], const char *place, unsigned char nonce[12], bool seals) {
  int length;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  if (EVP_CipherInit_ex(context, EVP_chacha20_poly1305(), NULL, key, nonce, seals) != 1 ||
      EVP_CipherUpdate(context, NULL, &length, (const unsigned char *)place, (int)strlen(place)) != 1)
    fail("ChaCha20-Poly1305");
  return context;
}

char *seal(const char *text, const unsigned char key[32], const char *place) {
  size_t size = strlen(text);
  unsigned char *box = malloc(12 + size + 16);
  int length;
  random_bytes(box, 12);
  EVP_CIPHER_CTX *context = cipher(key, place, box, true);
  if (EVP_CipherUpdate(context, box + 12, &length, (const unsigned char *)text, (int)size) != 1 ||
      EVP_CipherFinal_ex(context, box + 12 + size, &length) != 1 ||
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, box + 12 + size) != 1)
    fail("sealing");
  EVP_CIPHER_CTX_free(context);
  char *sealed = base64url(box, 12 + size + 16);
  free(box);
  return sealed;
}

char *open_sealed(const char *sealed, const char *purpose, const char *place) {
  size_t length = strlen(sealed);
  unsigned char *box = malloc(length);
  size_t size = from_base64url(sealed, length, box, length);
  if (size < 28) fail("what was sealed is too short");
  size -= 28;
  char *text = malloc(size + 1);
  int count;
  unsigned char key[32];
  secret_key(purpose, key);
  EVP_CIPHER_CTX *context = cipher(key, place, box, false);
  if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, box + 12 + size) != 1 ||
      EVP_CipherUpdate(context, (unsigned char *)text, &count, box + 12, (int)size) != 1 ||
      EVP_CipherFinal_ex(context, (unsigned char *)text + size, &count) != 1)
    fail("what was sealed does not open");
  EVP_CIPHER_CTX_free(context);
  free(box);
  text[size] = 0;
  return text;
}

void take_hash_key(HashKeys *keys, const char *name, const char *sealed) {
  unsigned char *key = !strcmp(name, "comparisons") ? keys->comparisons : keys->refresh_tokens;
  char *text = open_sealed(sealed, "hash keys", name);
  if (from_base64url(text, strlen(text), key, 32) != 32) fail("a hash key");
  free(text);
}
