// SPDX-License-Identifier: Apache-2.0

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common.h"

static EVP_PKEY *key_from(const char *type, OSSL_PARAM_BLD *build, int selection) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(build);
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
  if (EVP_PKEY_fromdata_init(context) != 1 || EVP_PKEY_fromdata(context, &key, selection, parameters) != 1) fail("a key");
  return key;
}

static BIGNUM *number(const char *text) {
  unsigned char bytes[1024];
  return BN_bin2bn(bytes, (int)from_base64url(text, strlen(text), bytes, sizeof bytes), NULL);
}

static EVP_PKEY *rsa_key(json_t *jwk) {
  OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
  OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, number(text_member(jwk, "n", 1024)));
  OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, number(text_member(jwk, "e", 16)));
  return key_from("RSA", build, EVP_PKEY_PUBLIC_KEY);
}

static EVP_PKEY *p256_key(json_t *jwk) {
  unsigned char point[65] = {4};
  OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
  const char *x = text_member(jwk, "x", 64), *y = text_member(jwk, "y", 64);
  from_base64url(x, strlen(x), point + 1, 32);
  from_base64url(y, strlen(y), point + 33, 32);
  OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
  OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point);
  return key_from("EC", build, EVP_PKEY_PUBLIC_KEY);
}

/* Claims whose signature is not verified yet. */
typedef struct {
  json_t *header, *claims;
  const char *text;
  size_t signed_size, signature_size;
  unsigned char signature[1024];
} Token;

static json_t *part(const char *text, size_t length) {
  unsigned char bytes[16384];
  json_t *json = json_loadb((char *)bytes, from_base64url(text, length, bytes, sizeof bytes), JSON_REJECT_DUPLICATES, NULL);
  if (!json_is_object(json)) fail("a token's part is no JSON object");
  return json;
}

static Token parse(const char *text, const char *algorithm) {
  const char *first = strchr(text, '.'), *second = first ? strchr(first + 1, '.') : NULL;
  if (!second || strchr(second + 1, '.')) fail("a token is three parts");
  Token token = {.header = part(text, (size_t)(first - text)), .claims = part(first + 1, (size_t)(second - first - 1)),
                 .text = text, .signed_size = (size_t)(second - text)};
  token.signature_size = from_base64url(second + 1, strlen(second + 1), token.signature, sizeof token.signature);
  if (strcmp(text_member(token.header, "alg", 16), algorithm)) fail("alg");
  return token;
}

static void verify(const Token *token, EVP_PKEY *key, const unsigned char *signature, size_t size) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) != 1 ||
      EVP_DigestVerify(context, signature, size, (const unsigned char *)token->text, token->signed_size) != 1)
    fail("a token's signature is wrong");
}

static bool names(json_t *audiences, const char *audience) {
  if (json_is_string(audiences)) return !strcmp(json_string_value(audiences), audience);
  size_t index;
  json_t *one;
  json_array_foreach(audiences, index, one) if (names(one, audience)) return true;
  return false;
}

json_t *id_token_claims(const char *text, const char *key_set, const char *audience, int64_t now) {
  Token token = parse(text, "RS256");
  const char *id = text_member(token.header, "kid", 256);
  json_t *keys = json_object_get(json_loads(key_set, 0, NULL), "keys"), *jwk, *found = NULL;
  size_t index;
  json_array_foreach(keys, index, jwk) if (!strcmp(text_member(jwk, "kid", 256), id)) found = jwk;
  if (!found) fail("there is no key of that id");
  verify(&token, rsa_key(found), token.signature, token.signature_size);
  const char *issuer = text_member(token.claims, "iss", 256);
  if (strcmp(issuer, "https://accounts.google.com") && strcmp(issuer, "accounts.google.com")) fail("iss");
  if (!names(json_object_get(token.claims, "aud"), audience)) fail("aud");
  if (json_integer_value(json_object_get(token.claims, "exp")) * 1000 <= now) fail("exp");
  if (json_integer_value(json_object_get(token.claims, "iat")) * 1000 > now + 60000) fail("iat");
  text_member(token.claims, "sub", 255);
  return token.claims;
}

HashKeys hash_keys(void) {
  HashKeys keys;
  sqlite3_stmt *found = bound(HASH_KEYS, "");
  while (sqlite3_step(found) == SQLITE_ROW) take_hash_key(&keys, text_column(found, "name"), text_column(found, "sealed_key"));
  finish(found);
  return keys;
}

TokenKeys token_keys(void) {
  TokenKeys keys = {0};
  int64_t newest = -1;
  sqlite3_stmt *found = bound(SIGNING_KEYS, "");
  while (sqlite3_step(found) == SQLITE_ROW) {
    if (integer_column(found, "created_at") <= newest) continue;
    newest = integer_column(found, "created_at");
    keys.id = copy_column(found, "id");
    keys.sealed = copy_column(found, "sealed_private_key");
  }
  finish(found);
  if (!keys.id) fail("there is no signing key");
  keys.hash = hash_keys();
  return keys;
}

static char *access_token(const char *account, const char *session, const char *role, int64_t now, int64_t ends_at,
                          const TokenKeys *keys) {
  char *scalar = open_sealed(keys->sealed, "signing keys", keys->id);
  OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
  OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
  OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number(scalar));
  EVP_PKEY *key = key_from("EC", build, EVP_PKEY_KEYPAIR);

  char *header = format("{\"alg\":\"ES256\",\"typ\":\"at+jwt\",\"kid\":\"%s\"}", keys->id);
  char *claims = json_dumps(
      json_pack("{ss ss ss ss ss sI sI sI}", "iss", setting("PUBLIC_URL"), "aud", "PFA", "sub", account, "sid", session, "role",
                role, "iat", (json_int_t)(now / 1000), "exp", (json_int_t)(ends_at / 1000), "gen", (json_int_t)0), JSON_COMPACT);
  char *text = format("%s.%s", base64url(header, strlen(header)), base64url(claims, strlen(claims)));

  unsigned char der[128], raw[64];
  size_t size = sizeof der;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) != 1 ||
      EVP_DigestSign(context, der, &size, (unsigned char *)text, strlen(text)) != 1)
    fail("signing");
  const unsigned char *at = der;
  ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &at, (long)size);
  BN_bn2binpad(ECDSA_SIG_get0_r(signature), raw, 32);
  BN_bn2binpad(ECDSA_SIG_get0_s(signature), raw + 32, 32);
  return format("%s.%s", text, base64url(raw, sizeof raw));
}

void caller(json_t *event, int64_t now, char **account, char **session) {
  const char *authorization = text_member(event, "authorization", 8192);
  if (strncmp(authorization, "Bearer ", 7)) fail("authorization");
  Token token = parse(authorization + 7, "ES256");
  sqlite3_stmt *stored = row(SIGNING_KEY, "t", text_member(token.header, "kid", 64));
  EVP_PKEY *key = p256_key(json_loads(text_column(stored, "public_key"), 0, NULL));
  finish(stored);
  if (token.signature_size != 64) fail("a token's signature is wrong");
  ECDSA_SIG *signature = ECDSA_SIG_new();
  ECDSA_SIG_set0(signature, BN_bin2bn(token.signature, 32, NULL), BN_bin2bn(token.signature + 32, 32, NULL));
  unsigned char der[128], *end = der;
  verify(&token, key, der, (size_t)i2d_ECDSA_SIG(signature, &end));
  if (!names(json_object_get(token.claims, "aud"), "PFA")) fail("aud");
  if (json_integer_value(json_object_get(token.claims, "exp")) * 1000 <= now) fail("exp");
  *account = strdup(text_member(token.claims, "sub", 64));
  *session = strdup(text_member(token.claims, "sid", 64));
}

char *refresh_token(const char *session, int64_t generation, const HashKeys *keys) {
  char *text = format("%s.%lld", session, (long long)generation);
  return format("%s.%s", text, authentication_code(text, keys->refresh_tokens));
}

json_t *session_tokens(const char *session, int64_t generation, const char *account, const char *role,
                       json_t *policy, int64_t now, int64_t ends_at, const TokenKeys *keys) {
  int64_t end = now + rule(policy, "session", "accessMinutes", 60) * 60000;
  if (end > ends_at) end = ends_at;
  time_t seconds = end / 1000;
  char timestamp[32];
  strftime(timestamp, sizeof timestamp, "%Y-%m-%dT%H:%M:%SZ", gmtime(&seconds));
  return json_pack("{ss ss ss}", "accessToken", access_token(account, session, role, now, end, keys),
                   "accessTokenExpiresAt", timestamp,
                   "refreshToken", refresh_token(session, generation, &keys->hash));
}
