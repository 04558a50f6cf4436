// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "ccompatibility.h"

#include <dlfcn.h>
#include <link.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* Visible only in the executable: shared libraries use glibc's functions. */
#define HIDDEN __attribute__((visibility("hidden")))

/* Swift's module Glibc refers to hypotf even if it is not called. glibc 2.35 gave it a new version, which no longer
   sets errno. */
HIDDEN float hypotf(float x, float y) { return (float)sqrt((double)x * x + (double)y * y); }

#if __GLIBC_PREREQ(2, 35)

struct search {
  uintptr_t address;
  struct dl_find_object *found;
};

/* Whether a loaded object contains the address and has an unwind table. */
static int has_address(struct dl_phdr_info *object, size_t size, void *argument) {
  struct search *search = argument;
  search->found->dlfo_map_start = search->found->dlfo_eh_frame = NULL;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_LOAD && search->address - start < segment->p_memsz) {
      search->found->dlfo_map_start = (void *)start;
      search->found->dlfo_map_end = (void *)(start + segment->p_memsz);
    }
    if (segment->p_type == PT_GNU_EH_FRAME) search->found->dlfo_eh_frame = (void *)start;
  }
  return search->found->dlfo_map_start && search->found->dlfo_eh_frame;
}

/* GCC's unwinder calls this since glibc 2.35, and dl_iterate_phdr before, to find the unwind table of an address. */
HIDDEN int _dl_find_object(void *address, struct dl_find_object *found) {
  struct search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(has_address, &search) ? 0 : -1;
}

#endif
