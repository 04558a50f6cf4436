// SPDX-License-Identifier: Apache-2.0

/* What the C programs share: JSON and time, the database, keys and tokens, mail. Every error exits. */
#ifndef COMMON_H
#define COMMON_H

#include <jansson.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "statements.h"

#define DAY INT64_C(86400000)
/* How long after its beginning in UTC a day ends everywhere. */
#define LAST_DAY (36 * INT64_C(3600000))

_Noreturn void fail(const char *what);
const char *setting(const char *name);

/* Text that grows; always ends in a zero. */
typedef struct {
  char *bytes;
  size_t size, room;
} Text;

void append(Text *text, const void *bytes, size_t count);
void append_text(Text *text, const char *more);
__attribute__((format(printf, 1, 2))) char *format(const char *pattern, ...);

/* events.c */
json_t *read_event(void);
/* The data of an event, which may have an envelope. */
json_t *event_data(json_t *event);
json_t *read_policy(void);
/* A number of the policy, or its default. */
int64_t rule(json_t *policy, const char *section, const char *name, int64_t otherwise);
/* A required text of an event or a token. */
const char *text_member(json_t *object, const char *name, size_t limit);
void only_members(json_t *object, const char *const names[]);
void answer(json_t *result);
int64_t now_milliseconds(void);
char *rfc3339(int64_t milliseconds);
char *lowered(char *text);
char *new_id(int64_t now);

/* database.c: types has a letter for each parameter, t for a text (NULL too) and i for a whole number. */
void open_database(void);
void close_database(void);
void run(const char *sql, const char *types, ...);
/* The first row; `fail`s if there is none. The caller must `finish` the statement. */
sqlite3_stmt *row(const char *sql, const char *types, ...);
/* The same; NULL if there is none. */
sqlite3_stmt *row_if_any(const char *sql, const char *types, ...);
/* A cached statement, bound and not yet stepped. */
sqlite3_stmt *bound(const char *sql, const char *types, ...);
const char *text_column(sqlite3_stmt *statement, const char *name);
int64_t integer_column(sqlite3_stmt *statement, const char *name);
/* The same, as a copy. */
char *copy_column(sqlite3_stmt *statement, const char *name);
void finish(sqlite3_stmt *statement);
void audit(int64_t now, const char *function, const char *action, const char *account, const char *team,
           const char *subject, const char *provider);

/* secrets.c */
char *base64url(const void *bytes, size_t count);
size_t from_base64url(const char *text, size_t length, unsigned char *bytes, size_t room);
void random_bytes(unsigned char *bytes, size_t count);
char *code_hash(const char *code);
/* A key that is derived from another key for a purpose. */
void derive(const unsigned char secret[32], const char *purpose, unsigned char key[32]);
/* A key that is derived from SECRET_KEY. */
void secret_key(const char *purpose, unsigned char key[32]);
char *seal(const char *text, const unsigned char key[32], const char *place);
char *open_sealed(const char *sealed, const char *purpose, const char *place);
char *authentication_code(const char *text, const unsigned char key[32]);

/* The keys in the database for MACs. */
typedef struct {
  unsigned char comparisons[32], refresh_tokens[32];
} HashKeys;

/* Decrypts the key of that name. */
void take_hash_key(HashKeys *keys, const char *name, const char *sealed);

/* tokens.c */
/* The claims of an ID token that a key of the set has signed, for that audience, and that has not expired. */
json_t *id_token_claims(const char *token, const char *key_set, const char *audience, int64_t now);
/* Account and session of an access token, looked up: both are active. */
void caller(json_t *event, int64_t now, char **account, char **session);
/* The newest signing key, sealed, and the hash keys. */
typedef struct {
  char *id, *sealed;
  HashKeys hash;
} TokenKeys;

HashKeys hash_keys(void);
TokenKeys token_keys(void);
char *refresh_token(const char *session, int64_t generation, const HashKeys *keys);
json_t *session_tokens(const char *session, int64_t generation, const char *account, const char *role,
                       json_t *policy, int64_t now, int64_t ends_at, const TokenKeys *keys);

/* mail.c */
typedef struct {
  const char *id, *recipient, *name, *inviter, *inviter_email, *code, *unsubscribe_token;
  int64_t now, expires_at, days;
} Invitation;

/* The message, lines ending in CR LF, no dots doubled. */
Text invitation_mail(const Invitation *invitation);
char *sender_address(void);

#endif
