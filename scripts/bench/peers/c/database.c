// SPDX-License-Identifier: Apache-2.0

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"

static sqlite3 *database;

void open_database(void) {
  const char *url = setting("DATABASE_URL");
  if (strncmp(url, "sqlite:", 7)) fail("DATABASE_URL");
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(url + 7, &database, flags, NULL) != SQLITE_OK) fail("the database cannot be opened");
  sqlite3_busy_timeout(database, 10000);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
  run("PRAGMA synchronous = FULL", "");
  run("PRAGMA foreign_keys = ON", "");
  finish(row("PRAGMA user_version", ""));
}

/* Checkpoints the log like the functions. Closing does not checkpoint again (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE). */
void close_database(void) {
  struct stat status;
  for (sqlite3_stmt *left; (left = sqlite3_next_stmt(database, NULL));) sqlite3_finalize(left);
  const char *log = sqlite3_filename_wal(sqlite3_db_filename(database, NULL));
  if (stat(log, &status) == 0 && status.st_size > 200 * 4096) {
    sqlite3_busy_timeout(database, 0);
    sqlite3_wal_checkpoint_v2(database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  }
  sqlite3_close(database);
}

/* Prepares each text once. There are few, and the address identifies each. */
static sqlite3_stmt *prepared(const char *sql) {
  static struct {
    const char *sql;
    sqlite3_stmt *statement;
  } known[64];
  size_t at = 0;
  while (known[at].sql && known[at].sql != sql) at++;
  if (!known[at].sql) {
    if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &known[at].statement, NULL) != SQLITE_OK)
      fail(sqlite3_errmsg(database));
    known[at].sql = sql;
  }
  return known[at].statement;
}

static sqlite3_stmt *bind(const char *sql, const char *types, va_list values) {
  sqlite3_stmt *statement = prepared(sql);
  for (int index = 1; types[index - 1]; index++) {
    if (types[index - 1] == 'i') {
      sqlite3_bind_int64(statement, index, va_arg(values, int64_t));
    } else {
      sqlite3_bind_text(statement, index, va_arg(values, const char *), -1, SQLITE_TRANSIENT);
    }
  }
  return statement;
}

sqlite3_stmt *bound(const char *sql, const char *types, ...) {
  va_list values;
  va_start(values, types);
  sqlite3_stmt *statement = bind(sql, types, values);
  va_end(values);
  return statement;
}

static sqlite3_stmt *step(sqlite3_stmt *statement) {
  int result = sqlite3_step(statement);
  if (result == SQLITE_ROW) return statement;
  if (result != SQLITE_DONE) fail(sqlite3_errmsg(database));
  sqlite3_reset(statement);
  return NULL;
}

void run(const char *sql, const char *types, ...) {
  va_list values;
  va_start(values, types);
  sqlite3_stmt *statement = bind(sql, types, values);
  va_end(values);
  while (step(statement)) {}
}

sqlite3_stmt *row_if_any(const char *sql, const char *types, ...) {
  va_list values;
  va_start(values, types);
  sqlite3_stmt *statement = bind(sql, types, values);
  va_end(values);
  return step(statement);
}

sqlite3_stmt *row(const char *sql, const char *types, ...) {
  va_list values;
  va_start(values, types);
  sqlite3_stmt *statement = step(bind(sql, types, values));
  va_end(values);
  if (!statement) fail("there is no such row");
  return statement;
}

static int column(sqlite3_stmt *statement, const char *name) {
  for (int index = 0; index < sqlite3_column_count(statement); index++)
    if (!strcmp(sqlite3_column_name(statement, index), name)) return index;
  fail(name);
}

const char *text_column(sqlite3_stmt *statement, const char *name) {
  return (const char *)sqlite3_column_text(statement, column(statement, name));
}

int64_t integer_column(sqlite3_stmt *statement, const char *name) {
  return sqlite3_column_int64(statement, column(statement, name));
}

char *copy_column(sqlite3_stmt *statement, const char *name) {
  const char *text = text_column(statement, name);
  return text ? strdup(text) : NULL;
}

void finish(sqlite3_stmt *statement) { sqlite3_reset(statement); }

void audit(int64_t now, const char *function, const char *action, const char *account, const char *team,
           const char *subject, const char *provider) {
  char *id = new_id(now);
  run(INSERT_AUDIT, "titttttttttttttttttit", id, now, function, action, account, team, subject, NULL, provider, NULL, NULL, NULL, NULL,
      NULL, NULL, NULL, NULL, NULL, NULL, now_milliseconds() - now, NULL);
  free(id);
}
