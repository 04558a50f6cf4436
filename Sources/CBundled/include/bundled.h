// SPDX-License-Identifier: Apache-2.0

/* Files of the repository that stand in every executable, so that a function needs nothing beside itself to say
   what it takes, which policy is built in, and what mail programs take for the end of a domain. */
#ifndef BUNDLED_H
#define BUNDLED_H

#include <stddef.h>

typedef struct {
  const unsigned char *bytes;
  size_t count;
} BundledFile;

BundledFile bundled_functions(void);
BundledFile bundled_policy(void);
BundledFile bundled_top_level_domains(void);

/* memmem(3), which Swift's Glibc leaves out. */
void *memmem(const void *text, size_t text_count, const void *part, size_t part_count);

#endif
