/* The work that an accept cannot do without, and nothing else: read an event, check one RS256 signature, commit one
   SQLite transaction of six writes with fsync, write a line. What scripts/bench compares accept-invitation with.

   bench-floor DATABASE PUBLIC-KEY.pem < signed.jwt */
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void fail(const char *what) {
  fprintf(stderr, "bench-floor: %s\n", what);
  exit(1);
}

static size_t from_base64url(const char *text, size_t length, unsigned char *out) {
  static char padded[4096];
  size_t count = 0;
  for (; count < length; count++) padded[count] = text[count] == '-' ? '+' : text[count] == '_' ? '/' : text[count];
  size_t padding = (4 - length % 4) % 4;
  for (size_t i = 0; i < padding; i++) padded[count++] = '=';
  int decoded = EVP_DecodeBlock(out, (const unsigned char *)padded, (int)count);
  if (decoded < 0) fail("base64");
  return (size_t)decoded - padding;
}

int main(int argc, char **argv) {
  if (argc != 3) fail("usage: bench-floor DATABASE PUBLIC-KEY.pem < signed.jwt");
  static char token[65536];
  size_t length = fread(token, 1, sizeof token - 1, stdin);
  while (length && token[length - 1] == '\n') length--;
  token[length] = 0;
  char *dot = strrchr(token, '.');
  if (!dot) fail("no token");

  FILE *file = fopen(argv[2], "r");
  EVP_PKEY *key = file ? PEM_read_PUBKEY(file, NULL, NULL, NULL) : NULL;
  if (!key) fail("no key");
  unsigned char signature[4096];
  size_t size = from_base64url(dot + 1, length - (size_t)(dot + 1 - token), signature);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) != 1 ||
      EVP_DigestVerify(context, signature, size, (unsigned char *)token, (size_t)(dot - token)) != 1)
    fail("the signature is wrong");

  sqlite3 *database;
  if (sqlite3_open(argv[1], &database) != SQLITE_OK) fail("no database");
  sqlite3_busy_timeout(database, 10000);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
  const char *work =
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
      "CREATE TABLE IF NOT EXISTS work (id INTEGER PRIMARY KEY, at INTEGER, a TEXT, b TEXT);"
      "CREATE INDEX IF NOT EXISTS work_by_a ON work (a);"
      "BEGIN IMMEDIATE;"
      "INSERT INTO work (at, a, b) VALUES (1, hex(randomblob(16)), hex(randomblob(64)));"
      "INSERT INTO work (at, a, b) VALUES (2, hex(randomblob(16)), hex(randomblob(64)));"
      "INSERT INTO work (at, a, b) VALUES (3, hex(randomblob(16)), hex(randomblob(64)));"
      "INSERT INTO work (at, a, b) VALUES (4, hex(randomblob(16)), hex(randomblob(64)));"
      "UPDATE work SET at = 5 WHERE id = (SELECT max(id) FROM work);"
      "UPDATE work SET at = 6 WHERE id = (SELECT min(id) FROM work);"
      "COMMIT;";
  char *message = NULL;
  if (sqlite3_exec(database, work, NULL, NULL, &message) != SQLITE_OK) fail(message);
  puts("{\"granted\":true}");
  fflush(stdout);
  /* The log is cut as the executables cut it, or every run would read a longer one. */
  struct stat status;
  if (stat(sqlite3_filename_wal(sqlite3_db_filename(database, NULL)), &status) == 0 && status.st_size > 200 * 4096)
    sqlite3_wal_checkpoint_v2(database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  sqlite3_close(database);
  return 0;
}
