// SPDX-License-Identifier: Apache-2.0

/* The arguments of the process. Swift's `CommandLine` reads /proc/self/maps to find them, at every start, and finds
   none on a system without /proc. */
#ifndef CARGUMENTS_H
#define CARGUMENTS_H

/* How many there are, with the name of the program. */
int carguments_count(void);

/* They, and NULL after the last. */
char *const *carguments_values(void);

#endif
