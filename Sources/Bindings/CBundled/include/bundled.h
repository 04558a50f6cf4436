// SPDX-License-Identifier: Apache-2.0

/* Files of the repository that are embedded in every executable: functions.json, the built-in policy, the list of
   top-level domains, and the wordings of mail servers. */
#ifndef BUNDLED_H
#define BUNDLED_H

#include <stddef.h>

typedef struct {
  const unsigned char *bytes;
  size_t count;
} BundledFile;

BundledFile bundled_functions(void);
/* The members of functions.json that are needed to decide events; in debug builds the whole file. */
BundledFile bundled_schemas(void);
BundledFile bundled_policy(void);
BundledFile bundled_top_level_domains(void);
/* Words of mail servers and large providers. */
BundledFile bundled_wordings(void);

/* memmem(3), which Swift's module Glibc does not include. */
void *memmem(const void *text, size_t text_count, const void *part, size_t part_count);

#endif
