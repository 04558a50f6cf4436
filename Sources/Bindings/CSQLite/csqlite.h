// SPDX-License-Identifier: Apache-2.0

#include <sqlite3.h>

/* sqlite3_db_config and sqlite3_config are variadic, and Swift cannot call variadic functions. */
static inline int csqlite_keep_wal_at_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* Like PRAGMA foreign_keys = ON, without a statement to prepare. */
static inline int csqlite_enforce_foreign_keys(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1, (int *)0);
}

/* Configures SQLite for a short process. Must be called before anything else.

   Statistics of memory use would lock a mutex at each allocation. The first 256 MB of the file are memory-mapped, so
   that transactions that only read do not copy its pages (sqlite.org/mmap.html). */
static inline int csqlite_configure(void) {
  const sqlite3_int64 mapped = 256 << 20;
  int result = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  return result == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_MMAP_SIZE, mapped, mapped) : result;
}

/* Writes what the write-ahead log contains to the disk. */
static inline int csqlite_sync_log(sqlite3 *database) {
  sqlite3_file *file = 0;
  int result = sqlite3_file_control(database, 0, SQLITE_FCNTL_JOURNAL_POINTER, &file);
  if (result != SQLITE_OK || !file || !file->pMethods) return result;
  return file->pMethods->xSync(file, SQLITE_SYNC_FULL);
}

/* SQLITE_TRANSIENT is a cast, which Swift does not import. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
