// SPDX-License-Identifier: Apache-2.0

#include "carguments.h"

static int count;
static char **values;

/* glibc passes the arguments of `main` to constructors too. */
__attribute__((constructor)) static void take(int argument_count, char **arguments) {
  count = argument_count;
  values = arguments;
}

int carguments_count(void) { return count; }

char *const *carguments_values(void) { return values; }
