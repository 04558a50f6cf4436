// SPDX-License-Identifier: Apache-2.0

/* libpq (postgresql.org/docs/15/libpq.html), loaded when it is first used instead of at every start: linking it loads
   as many libraries as libcurl does. It is compiled against the library's headers, so a changed declaration is a
   compile error. Each function calls the libpq function of the same name. */
#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

#include <postgresql/libpq-fe.h>

/* Loads the library. NULL on success, otherwise the loader's message. May be called again. */
const char *cpostgresql_open(void);

/* The version of the library: 150014 is 15.14. */
int cpostgresql_version(void);

/* Whether a text is a connection URI. libpq's reason is not returned, because it would quote the password. */
int cpostgresql_is_uri(const char *text);
/* A copy of the value of an option of a URI, such as "host", for the caller to free. NULL if the URI has none. */
char *cpostgresql_copy_option(const char *uri, const char *keyword);
/* Starts to connect to one host of a URI. NULL for host, address and port means those of the URI. Notices of the server
   are not printed.
   attributes: target_session_attrs, unless the URI has it.
   cancelled_waits: counts commits for which the server stopped waiting for its standbys, until cpostgresql_finish. */
PGconn *cpostgresql_connect_start(
    const char *uri, const char *host, const char *hostaddr, const char *port, const char *attributes,
    int *cancelled_waits);
PostgresPollingStatusType cpostgresql_connect_poll(PGconn *connection);
ConnStatusType cpostgresql_status(const PGconn *connection);
void cpostgresql_finish(PGconn *connection);
/* What the server has reported about itself when it accepted the connection, such as "server_encoding". NULL if it has
   not. */
const char *cpostgresql_parameter(const PGconn *connection, const char *name);
int cpostgresql_socket(const PGconn *connection);
int cpostgresql_backend_pid(const PGconn *connection);
const char *cpostgresql_error_message(const PGconn *connection);
/* Asks the server to stop what it is doing, over a connection of its own, and waits until that is closed. */
void cpostgresql_cancel(PGconn *connection);
int cpostgresql_enter_pipeline_mode(PGconn *connection);
int cpostgresql_pipeline_sync(PGconn *connection);
int cpostgresql_send_query_params(
    PGconn *connection, const char *sql, int count, const char *const *values, const int *lengths, const int *formats);
int cpostgresql_send_prepare(PGconn *connection, const char *name, const char *sql);
int cpostgresql_send_query_prepared(
    PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats);
int cpostgresql_flush(PGconn *connection);
int cpostgresql_consume_input(PGconn *connection);
int cpostgresql_is_busy(PGconn *connection);
PGresult *cpostgresql_get_result(PGconn *connection);
ExecStatusType cpostgresql_result_status(const PGresult *result);
const char *cpostgresql_sqlstate(const PGresult *result);
const char *cpostgresql_message(const PGresult *result);
const char *cpostgresql_command(PGresult *result);
void cpostgresql_clear(PGresult *result);
int cpostgresql_rows(const PGresult *result);
int cpostgresql_columns(const PGresult *result);
const char *cpostgresql_name(const PGresult *result, int column);
Oid cpostgresql_type(const PGresult *result, int column);
int cpostgresql_is_null(const PGresult *result, int row, int column);
const char *cpostgresql_value(const PGresult *result, int row, int column);
int cpostgresql_length(const PGresult *result, int row, int column);

#endif
