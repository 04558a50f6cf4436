#include "cprocess.h"

static const char *first;

/* glibc calls constructors with the arguments of main. */
__attribute__((constructor)) static void keep(int count, char **arguments) { first = count > 1 ? arguments[1] : 0; }

const char *process_first_argument(void) { return first; }
