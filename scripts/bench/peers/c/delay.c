// SPDX-License-Identifier: Apache-2.0

/* A network that takes time: a proxy that passes every byte on after a delay, in both directions.

   delay ADDRESS PORT SOCKET MICROSECONDS

   Listens on ADDRESS and PORT, and connects to the Unix socket SOCKET. Any number of bytes can be on their way. The
   first bytes of a client take a further round trip, as long as the handshake of TCP would. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

typedef struct Chunk {
  struct Chunk *next;
  int64_t due;
  size_t size, sent;
  char bytes[];
} Chunk;

/* One direction of a connection: what was read from `source`, and is written to the other end when it is due. */
typedef struct End {
  int source, target;
  bool has_ended, is_blocked;
  Chunk *first, **last;
  struct End *other, *next;
} End;

static int64_t delay;
static End *ends;
static int events;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static _Noreturn void fail(const char *what) {
  perror(what);
  exit(1);
}

static End *new_end(int source, int target) {
  End *end = calloc(1, sizeof *end);
  end->source = source;
  end->target = target;
  end->last = &end->first;
  end->next = ends;
  ends = end;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = end};
  if (epoll_ctl(events, EPOLL_CTL_ADD, source, &event)) fail("epoll_ctl");
  return end;
}

static void append(End *end, const char *bytes, size_t size, int64_t due) {
  Chunk *chunk = malloc(sizeof *chunk + size);
  *chunk = (Chunk){.due = due, .size = size};
  if (size) memcpy(chunk->bytes, bytes, size);
  *end->last = chunk;
  end->last = &chunk->next;
}

static void connect_ends(int client, const struct sockaddr_un *place) {
  int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
  if (connect(server, (const struct sockaddr *)place, sizeof *place)) {
    close(server);
    close(client);
    return;
  }
  setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  End *of_client = new_end(client, server), *of_server = new_end(server, client);
  of_client->other = of_server;
  of_server->other = of_client;
  append(of_client, NULL, 0, now() + 3 * delay);
}

/* An empty chunk at the end closes that direction. Before other bytes it only makes them wait. */
static void receive(End *end) {
  char bytes[65536];
  ssize_t size = recv(end->source, bytes, sizeof bytes, MSG_DONTWAIT);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size > 0) {
    append(end, bytes, (size_t)size, now() + delay);
    return;
  }
  end->has_ended = true;
  epoll_ctl(events, EPOLL_CTL_DEL, end->source, NULL);
  append(end, NULL, 0, now() + delay);
}

/* Writes what is due, and returns when the next bytes are; INT64_MAX if there are none. */
static int64_t pass_on(End *end, int64_t time) {
  while (end->first && end->first->due <= time) {
    Chunk *chunk = end->first;
    if (chunk->sent < chunk->size) {
      ssize_t sent = send(end->target, chunk->bytes + chunk->sent, chunk->size - chunk->sent, MSG_DONTWAIT | MSG_NOSIGNAL);
      if (sent < 0 && errno == EAGAIN) return time + 100000;
      chunk->sent += sent < 0 ? chunk->size - chunk->sent : (size_t)sent;
      if (chunk->sent < chunk->size) continue;
    }
    end->first = chunk->next;
    if (!end->first) end->last = &end->first;
    free(chunk);
    if (!end->first && end->has_ended) shutdown(end->target, SHUT_WR);
  }
  return end->first ? end->first->due : INT64_MAX;
}

static bool is_over(const End *end) { return end->has_ended && !end->first; }

/* Passes on what is due, forgets connections that have ended, and returns when something is due again. */
static int64_t pass_all_on(void) {
  int64_t next = INT64_MAX, time = now();
  for (End *end = ends; end; end = end->next) {
    int64_t due = pass_on(end, time);
    if (due < next) next = due;
  }
  for (End **place = &ends; *place;) {
    End *end = *place;
    if (!end->other || (is_over(end) && is_over(end->other))) {
      if (end->other) end->other->other = NULL;
      *place = end->next;
      close(end->source);
      free(end);
    } else {
      place = &end->next;
    }
  }
  return next;
}

static int listening(const char *address, const char *port) {
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), one = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (inet_pton(AF_INET, address, &place.sin_addr) != 1) fail("address");
  if (bind(listener, (struct sockaddr *)&place, sizeof place) || listen(listener, 512)) fail("listen");
  return listener;
}

int main(int count, char **arguments) {
  if (count != 5) return fputs("usage: delay ADDRESS PORT SOCKET MICROSECONDS\n", stderr), 64;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_SET_TIMERSLACK, 1000UL);
  delay = atoll(arguments[4]) * 1000;
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  if (strlen(arguments[3]) >= sizeof place.sun_path) return fputs("the socket's path is too long\n", stderr), 64;
  strcpy(place.sun_path, arguments[3]);
  events = epoll_create1(EPOLL_CLOEXEC);
  int listener = listening(arguments[1], arguments[2]);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  if (epoll_ctl(events, EPOLL_CTL_ADD, listener, &event)) fail("epoll_ctl");
  for (;;) {
    int64_t next = pass_all_on(), left = next == INT64_MAX ? 0 : next - now();
    struct timespec wait = {.tv_sec = left > 0 ? left / 1000000000 : 0, .tv_nsec = left > 0 ? left % 1000000000 : 0};
    struct epoll_event ready[64];
    int found = epoll_pwait2(events, ready, 64, next == INT64_MAX ? NULL : &wait, NULL);
    for (int at = 0; at < found; at++) {
      if (ready[at].data.ptr) {
        receive(ready[at].data.ptr);
        continue;
      }
      int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
      if (client >= 0) connect_ends(client, &place);
    }
  }
}
