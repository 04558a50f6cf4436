// SPDX-License-Identifier: Apache-2.0

#include "cpostgresql.h"

#include <clibrary.h>
#include <string.h>

#define EACH_FUNCTION(X)                                                                                      \
  X(PQconninfoParse) X(PQconninfoFree) X(PQconnectStartParams) X(PQconnectPoll) X(PQstatus) X(PQfinish)       \
  X(PQsocket) X(PQbackendPID) X(PQerrorMessage) X(PQsetErrorVerbosity) X(PQsetNoticeReceiver)                 \
  X(PQsetnonblocking) X(PQenterPipelineMode) X(PQpipelineSync) X(PQsendQueryParams) X(PQsendPrepare)          \
  X(PQsendQueryPrepared) X(PQflush) X(PQconsumeInput) X(PQisBusy) X(PQgetResult) X(PQresultStatus)            \
  X(PQresultErrorField) X(PQparameterStatus) X(PQcmdStatus) X(PQclear) X(PQntuples) X(PQnfields) X(PQfname) X(PQftype)             \
  X(PQgetisnull) X(PQgetvalue) X(PQgetlength) X(PQlibVersion) X(PQgetCancel) X(PQcancel) X(PQfreeCancel)

CLIBRARY_FUNCTIONS(EACH_FUNCTION)

const char *cpostgresql_open(void) { return clibrary_open("libpq.so.5", RTLD_NOW | RTLD_LOCAL, functions); }

int cpostgresql_version(void) { return p_PQlibVersion(); }

/* The code of this warning is that of all warnings, and its text is translated. */
static void count_cancelled_wait(void *count, const PGresult *notice) {
  const char *function = p_PQresultErrorField(notice, PG_DIAG_SOURCE_FUNCTION);
  if (function && !strcmp(function, "SyncRepWaitForLSN")) ++*(int *)count;
}

int cpostgresql_is_uri(const char *text) {
  PQconninfoOption *options = p_PQconninfoParse(text, 0);
  if (!options) return 0;
  int is_valid = 1;
  /* libpq reads a password with an unescaped slash as a port, and its connection error would quote it. */
  for (PQconninfoOption *option = options; option->keyword; option++) {
    if (option->val && !strcmp(option->keyword, "port")) is_valid = !option->val[strspn(option->val, "0123456789,")];
  }
  p_PQconninfoFree(options);
  return is_valid;
}

char *cpostgresql_copy_option(const char *uri, const char *keyword) {
  PQconninfoOption *options = p_PQconninfoParse(uri, 0);
  char *value = 0;
  for (PQconninfoOption *option = options; option && option->keyword; option++) {
    if (option->val && !strcmp(option->keyword, keyword)) value = strdup(option->val);
  }
  if (options) p_PQconninfoFree(options);
  return value;
}

PGconn *cpostgresql_connect_start(
    const char *uri, const char *host, const char *hostaddr, const char *port, const char *attributes,
    int *cancelled_waits) {
  /* A later value replaces an earlier one, and a null pointer replaces nothing. */
  const char *const keywords[] = {
      "target_session_attrs", "dbname", "host", "hostaddr", "port", "fallback_application_name", "client_encoding", 0};
  const char *const values[] = {attributes, uri, host, hostaddr, port, "vestibule", "UTF8", 0};
  PGconn *connection = p_PQconnectStartParams(keywords, values, 1);
  if (!connection) return 0;
  p_PQsetNoticeReceiver(connection, count_cancelled_wait, cancelled_waits);
  /* The verbose message of a refused connection contains its SQLSTATE, which libpq does not report otherwise. */
  p_PQsetErrorVerbosity(connection, PQERRORS_VERBOSE);
  p_PQsetnonblocking(connection, 1);
  return connection;
}

void cpostgresql_cancel(PGconn *connection) {
  char message[256];
  PGcancel *cancel = p_PQgetCancel(connection);
  if (!cancel) return;
  p_PQcancel(cancel, message, sizeof message);
  p_PQfreeCancel(cancel);
}

int cpostgresql_enter_pipeline_mode(PGconn *connection) { return p_PQenterPipelineMode(connection); }
int cpostgresql_pipeline_sync(PGconn *connection) { return p_PQpipelineSync(connection); }
PostgresPollingStatusType cpostgresql_connect_poll(PGconn *connection) { return p_PQconnectPoll(connection); }
ConnStatusType cpostgresql_status(const PGconn *connection) { return p_PQstatus(connection); }
void cpostgresql_finish(PGconn *connection) { p_PQfinish(connection); }
const char *cpostgresql_parameter(const PGconn *connection, const char *name) {
  return p_PQparameterStatus(connection, name);
}
int cpostgresql_socket(const PGconn *connection) { return p_PQsocket(connection); }
int cpostgresql_backend_pid(const PGconn *connection) { return p_PQbackendPID(connection); }
const char *cpostgresql_error_message(const PGconn *connection) { return p_PQerrorMessage(connection); }
int cpostgresql_send_query_params(
    PGconn *connection, const char *sql, int count, const char *const *values, const int *lengths,
    const int *formats) {
  return p_PQsendQueryParams(connection, sql, count, 0, values, lengths, formats, 0);
}
int cpostgresql_send_prepare(PGconn *connection, const char *name, const char *sql) {
  return p_PQsendPrepare(connection, name, sql, 0, 0);
}
int cpostgresql_send_query_prepared(
    PGconn *connection, const char *name, int count, const char *const *values, const int *lengths,
    const int *formats) {
  return p_PQsendQueryPrepared(connection, name, count, values, lengths, formats, 0);
}
int cpostgresql_flush(PGconn *connection) { return p_PQflush(connection); }
int cpostgresql_consume_input(PGconn *connection) { return p_PQconsumeInput(connection); }
int cpostgresql_is_busy(PGconn *connection) { return p_PQisBusy(connection); }
PGresult *cpostgresql_get_result(PGconn *connection) { return p_PQgetResult(connection); }
ExecStatusType cpostgresql_result_status(const PGresult *result) { return p_PQresultStatus(result); }
const char *cpostgresql_sqlstate(const PGresult *result) { return p_PQresultErrorField(result, PG_DIAG_SQLSTATE); }
const char *cpostgresql_message(const PGresult *result) {
  return p_PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
const char *cpostgresql_command(PGresult *result) { return p_PQcmdStatus(result); }
void cpostgresql_clear(PGresult *result) { p_PQclear(result); }
int cpostgresql_rows(const PGresult *result) { return p_PQntuples(result); }
int cpostgresql_columns(const PGresult *result) { return p_PQnfields(result); }
const char *cpostgresql_name(const PGresult *result, int column) { return p_PQfname(result, column); }
Oid cpostgresql_type(const PGresult *result, int column) { return p_PQftype(result, column); }
int cpostgresql_is_null(const PGresult *result, int row, int column) { return p_PQgetisnull(result, row, column); }
const char *cpostgresql_value(const PGresult *result, int row, int column) {
  return p_PQgetvalue(result, row, column);
}
int cpostgresql_length(const PGresult *result, int row, int column) { return p_PQgetlength(result, row, column); }
