// SPDX-License-Identifier: Apache-2.0

/* libfcgi (the FastCGI Development Kit), which reads the requests of FastCGI 1.0. It is loaded when RUNNER is fastcgi.
   It is compiled against the library's header, so a changed declaration is a compile error. Responses are written
   without it: a record is a header of eight bytes and the content. */
#ifndef CFASTCGI_H
#define CFASTCGI_H

#include <fcgiapp.h>
#include <poll.h>

/* Loads the library. NULL on success, otherwise the loader's message. May be called again. */
const char *cfastcgi_open(void);

/* Waits like poll(2). Signals that the process blocks are delivered while it waits. */
int cfastcgi_wait(struct pollfd *descriptors, int count, int milliseconds);

/* Accepts a connection that processes started by this one do not inherit. */
int cfastcgi_accept(int listener);

/* Reads the variables of the next request of a connection. NULL if the connection ends or violates the protocol. */
FCGX_Request *cfastcgi_begin(int connection);

int cfastcgi_id(const FCGX_Request *request);
/* Whether the connection is kept for further requests. */
int cfastcgi_keeps_connection(const FCGX_Request *request);
/* The variables, `NAME=VALUE`, and NULL. They are freed with the request. */
char **cfastcgi_variables(const FCGX_Request *request);

/* Reads bytes of the body. Less than `size` at its end. */
int cfastcgi_read(FCGX_Request *request, char *bytes, int size);
/* Whether the body was read to its end, and the request was not aborted. */
int cfastcgi_is_complete(const FCGX_Request *request);

/* Frees the request, but does not close its connection. */
void cfastcgi_free(FCGX_Request *request);

#endif
