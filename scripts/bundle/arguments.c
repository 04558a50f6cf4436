// SPDX-License-Identifier: Apache-2.0

/* The arguments of the process, for `CommandLine`. These functions replace an object of Swift's runtime that reads
   /proc/self/maps at every start to find the arguments. glibc passes them to constructors. */
static int count;
static char **values;

__attribute__((constructor(101))) static void take(int argument_count, char **arguments) {
  count = argument_count;
  values = arguments;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *argument_count) {
  *argument_count = count;
  return values;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int argument_count) {
  count = argument_count;
  values = arguments;
}
