// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "cfastcgi.h"

#include <clibrary.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>

#define EACH_FUNCTION(X) \
  X(FCGX_Init) X(FCGX_InitRequest) X(FCGX_Accept_r) X(FCGX_GetStr) X(FCGX_HasSeenEOF) X(FCGX_GetError) X(FCGX_Free)
CLIBRARY_FUNCTIONS(EACH_FUNCTION)

const char *cfastcgi_open(void) {
  const char *failure = clibrary_open("libfcgi.so.0", RTLD_NOW | RTLD_LOCAL, functions);
  if (!failure && p_FCGX_Init()) failure = "FCGX_Init fails";
  return failure;
}

int cfastcgi_wait(struct pollfd *descriptors, int count, int milliseconds) {
  struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  sigset_t none;
  sigemptyset(&none);
  return ppoll(descriptors, count, milliseconds < 0 ? 0 : &limit, &none);
}

int cfastcgi_accept(int listener) { return accept4(listener, 0, 0, SOCK_CLOEXEC); }

FCGX_Request *cfastcgi_begin(int connection) {
  FCGX_Request *request = malloc(sizeof *request);
  if (!request) return 0;
  /* There is no socket from which the library could accept another connection after an error. */
  if (p_FCGX_InitRequest(request, -1, 0)) goto failed;
  request->ipcFd = connection;
  /* Otherwise FCGX_Accept_r would close the connection before it reads. */
  request->keepConnection = 1;
  if (p_FCGX_Accept_r(request) == 0) return request;
failed:
  free(request);
  return 0;
}

int cfastcgi_id(const FCGX_Request *request) { return request->requestId; }
int cfastcgi_keeps_connection(const FCGX_Request *request) { return request->keepConnection; }
char **cfastcgi_variables(const FCGX_Request *request) { return request->envp; }

int cfastcgi_read(FCGX_Request *request, char *bytes, int size) { return p_FCGX_GetStr(bytes, size, request->in); }

int cfastcgi_is_complete(const FCGX_Request *request) {
  return p_FCGX_HasSeenEOF(request->in) && !p_FCGX_GetError(request->in);
}

void cfastcgi_free(FCGX_Request *request) {
  p_FCGX_Free(request, 0);
  free(request);
}
