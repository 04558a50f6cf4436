// SPDX-License-Identifier: Apache-2.0

/* Closes inherited files in a process that starts (glibc 2.34). <spawn.h> declares it only with _GNU_SOURCE, which
   Swift's module Glibc does not define. */
#include <spawn.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
