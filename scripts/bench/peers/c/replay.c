// SPDX-License-Identifier: Apache-2.0

/* The minimal work of an acceptance on PostgreSQL: the statements that the function sent, in pipelines.

   replay FLIGHTS < event.json

   FLIGHTS has the recorded statements (scripts/bench/replay.py writes it): little-endian numbers of four bytes, and
   texts, each with its length before it and a zero after it. A flight is the number of its statements, and the
   statements: whether it is a simple query, its text, and the number of its parameters with the parameters; the length
   -1 is NULL. The statements of a flight are one pipeline with one synchronisation. It also verifies the ID token with
   the key set that was read, and signs the tokens with the signing key that was read; what it writes was recorded. */
#include <fcntl.h>
#include <libpq-fe.h>
#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"

enum { LONGEST = 64 };

static const char *at, *end;
static PGconn *connection;
static json_t *policy, *identity, *claims, *tokens;
static int64_t now;

static int32_t number(void) {
  int32_t value;
  if (end - at < 4) fail("the flights are cut off");
  memcpy(&value, at, 4);
  at += 4;
  return value;
}

static const char *text(void) {
  int32_t size = number();
  if (size < 0) return NULL;
  const char *found = at;
  at += size + 1;
  if (at > end) fail("the flights are cut off");
  return found;
}

static void map(const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &status)) fail(path);
  at = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (at == MAP_FAILED) fail(path);
  end = at + status.st_size;
}

static const char *value(const PGresult *result, int row, const char *name) {
  return PQgetvalue(result, row, PQfnumber(result, name));
}

static void sign(const PGresult *result) {
  TokenKeys keys = {0};
  int64_t newest = -1;
  for (int row = 0; row < PQntuples(result); row++) {
    const char *sealed = value(result, row, "sealed_private_key"), *id = value(result, row, "id");
    int64_t created = atoll(value(result, row, "created_at"));
    if (!strcmp(value(result, row, "is_signing"), "0")) {
      take_hash_key(&keys.hash, id, sealed);
    } else if (created > newest) {
      newest = created;
      keys.id = strdup(id);
      keys.sealed = strdup(sealed);
    }
  }
  if (!keys.id) fail("there is no signing key");
  tokens = session_tokens(new_id(now), 0, new_id(now), "client", policy, now, now + 90 * DAY, &keys);
}

static void take(const PGresult *result) {
  ExecStatusType status = PQresultStatus(result);
  if (status == PGRES_FATAL_ERROR || status == PGRES_PIPELINE_ABORTED) fail(PQresultErrorMessage(result));
  if (status != PGRES_TUPLES_OK || !PQntuples(result)) return;
  if (PQfnumber(result, "keys") >= 0 && PQfnumber(result, "fresh_until") >= 0) {
    json_t *audiences = json_object_get(json_object_get(json_object_get(policy, "providers"), "google"), "audiences");
    claims = id_token_claims(
        text_member(identity, "idToken", 16384), value(result, 0, "keys"), json_string_value(json_array_get(audiences, 0)), now);
  }
  if (PQfnumber(result, "sealed_private_key") >= 0 && PQfnumber(result, "is_signing") >= 0) sign(result);
}

static void send_statement(void) {
  const char *sql = text(), *values[LONGEST];
  int32_t count = number();
  if (count > LONGEST) fail("too many parameters");
  for (int index = 0; index < count; index++) values[index] = text();
  if (!PQsendQueryParams(connection, sql, count, NULL, values, NULL, NULL, 0)) fail(PQerrorMessage(connection));
}

/* A simple query is alone in its flight: it may contain several statements, which a pipeline cannot. */
static void query(void) {
  PGresult *result = PQexec(connection, text());
  if (number()) fail("a simple query has no parameters");
  take(result);
  PQclear(result);
}

static void pipeline(int32_t count) {
  if (!PQenterPipelineMode(connection)) fail("PQenterPipelineMode");
  for (int32_t index = 0; index < count; index++) {
    if (index && number()) fail("a simple query is alone in its flight");
    send_statement();
  }
  if (!PQpipelineSync(connection)) fail(PQerrorMessage(connection));
  for (int is_over = 0; !is_over;) {
    PGresult *result = PQgetResult(connection);
    if (!result) {
      if (PQstatus(connection) == CONNECTION_BAD) fail(PQerrorMessage(connection));
      continue;
    }
    is_over = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    take(result);
    PQclear(result);
  }
  if (!PQexitPipelineMode(connection)) fail(PQerrorMessage(connection));
}

static void answer_account(void) {
  const char *email = text_member(claims, "email", 254), *name = text_member(claims, "name", 200);
  char *timestamp = rfc3339(now), *account = new_id(now);
  answer(json_pack(
      "{s{ss ss sb ss ss ss ss s{} s{sn sn ss} ss ss sb s[{ss sb ss}]} s{ss ss ss ss ss} s[] so sb ss s[]}", "account", "id", account, "email",
      email, "emailVerified", 1, "displayName", name, "locale", "en", "role", "client", "status", "active", "profile", "consent",
      "version", "agreedAt", "guardian", "none", "createdAt", timestamp, "lastSignInAt", timestamp,
      "ageVerified", 0, "addresses", "email", email, "primary", 1, "provenAt", timestamp, "client", "id", account,
      "name", name, "email", email, "accountId", account, "createdAt", timestamp, "workouts", "session", tokens, "isNewAccount", 1,
      "state", "signedIn", "missing"));
}

int main(int argc, char **argv) {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
  if (argc != 2) fail("usage: replay FLIGHTS < event.json");
  now = now_milliseconds();
  policy = read_policy();
  identity = json_object_get(event_data(read_event()), "identity");
  map(argv[1]);
  connection = PQconnectdb(setting("DATABASE_URL"));
  if (PQstatus(connection) != CONNECTION_OK) fail(PQerrorMessage(connection));
  while (at < end) {
    int32_t count = number(), is_simple = number();
    if (is_simple && count > 1) fail("a simple query is alone in its flight");
    if (is_simple) {
      query();
    } else {
      pipeline(count);
    }
  }
  if (!claims || !tokens) fail("no key set or no signing key was read");
  answer_account();
  PQfinish(connection);
  return 0;
}
