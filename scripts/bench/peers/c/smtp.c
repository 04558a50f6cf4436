// SPDX-License-Identifier: Apache-2.0

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "smtp.h"

static int connection;

/* Sends a command or a mail, and waits for a reply that begins with the expected digit. */
static void say(const void *bytes, size_t size, char expected) {
  while (size) {
    ssize_t sent = write(connection, bytes, size);
    if (sent <= 0) fail("the SMTP server is gone");
    bytes = (const char *)bytes + sent;
    size -= (size_t)sent;
  }
  char reply[8192];
  size_t got = 0;
  while (true) {
    ssize_t count = read(connection, reply + got, sizeof reply - 1 - got);
    if (count <= 0) fail("the SMTP server is gone");
    got += (size_t)count;
    reply[got] = 0;
    if (reply[got - 1] != '\n') continue;
    size_t line = got - 1;
    while (line > 0 && reply[line - 1] != '\n') line--;
    if (got - line > 3 && reply[line + 3] == '-') continue;
    if (reply[line] != expected) fail("the SMTP server says no");
    return;
  }
}

static void say_line(char *line, char expected) { say(line, strlen(line), expected); }

void deliver(const char *recipient, const Text *mail) {
  char host[256];
  int port;
  if (sscanf(setting("MAIL_URL"), "smtp://%255[^:]:%d", host, &port) != 2) fail("MAIL_URL");
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *address;
  if (getaddrinfo(host, format("%d", port), &hints, &address)) fail("MAIL_URL");
  connection = socket(address->ai_family, SOCK_STREAM, 0);
  if (connect(connection, address->ai_addr, address->ai_addrlen)) fail("the SMTP server is out of reach");
  char *sender = sender_address();
  say("", 0, '2');
  say_line(format("EHLO %s\r\n", strchr(sender, '@') + 1), '2');
  say_line(format("MAIL FROM:<%s>\r\n", sender), '2');
  say_line(format("RCPT TO:<%s>\r\n", recipient), '2');
  say_line("DATA\r\n", '3');
  Text body = {0};
  for (char *line = mail->bytes; *line;) {
    char *end = strstr(line, "\r\n") + 2;
    if (*line == '.') append_text(&body, ".");
    append(&body, line, (size_t)(end - line));
    line = end;
  }
  append_text(&body, ".\r\n");
  say(body.bytes, body.size, '2');
  say_line("QUIT\r\n", '2');
  close(connection);
}
