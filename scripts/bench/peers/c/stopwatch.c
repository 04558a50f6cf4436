// SPDX-License-Identifier: Apache-2.0

/* Starts a command and prints its wall time in nanoseconds, user and system time in microseconds, peak memory in
   kilobytes, and page faults that needed no disk. This is a small program, because a child's peak memory starts with
   that of its parent.

   stopwatch INPUT OUTPUT COMMAND [ARGUMENT...] */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static long long nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long long microseconds(struct timeval time) { return time.tv_sec * 1000000LL + time.tv_usec; }

int main(int argc, char **argv) {
  if (argc < 4) return 64;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, argv[1], O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child;
  int status;
  struct rusage usage;
  long long start = nanoseconds();
  if (posix_spawn(&child, argv[3], &files, NULL, argv + 3, environ)) return 71;
  if (wait4(child, &status, 0, &usage) < 0) return 71;
  printf("%lld %lld %lld %ld %ld %d\n", nanoseconds() - start, microseconds(usage.ru_utime), microseconds(usage.ru_stime),
         usage.ru_maxrss, usage.ru_minflt, status);
}
