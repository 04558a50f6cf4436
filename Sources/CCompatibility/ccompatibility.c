#define _GNU_SOURCE
#include "ccompatibility.h"

#include <link.h>
#include <math.h>
#include <stdint.h>
#include <sys/random.h>

/* Of the executable alone: libraries go on with glibc's own. */
#define OWN __attribute__((visibility("hidden"), used))

/* std::random_device. */
OWN uint32_t arc4random(void) {
  uint32_t number;
  while (getrandom(&number, sizeof number, 0) != sizeof number) {
  }
  return number;
}

/* 2.35 gave them another version, for they set no errno any more. */
OWN float hypotf(float x, float y) { return (float)sqrt((double)x * x + (double)y * y); }
OWN double hypot(double x, double y) { return (double)sqrtl((long double)x * x + (long double)y * y); }

struct search {
  uintptr_t address;
  struct dl_find_object *found;
};

/* Whether an object has the address, and where its tables for unwinding are then. */
static int look_into(struct dl_phdr_info *object, size_t size, void *context) {
  struct search *search = context;
  const char *begin = 0, *tables = 0;
  uintptr_t end = 0;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_GNU_EH_FRAME) tables = (const char *)start;
    if (segment->p_type != PT_LOAD || search->address < start || search->address >= start + segment->p_memsz) continue;
    begin = (const char *)start;
    end = start + segment->p_memsz;
  }
  if (!end || !tables) return 0;
  *search->found = (struct dl_find_object){
      .dlfo_map_start = (void *)begin, .dlfo_map_end = (void *)end, .dlfo_eh_frame = (void *)tables};
  return 1;
}

/* What an exception of C++ unwinds by. */
OWN int _dl_find_object(void *address, struct dl_find_object *found) {
  struct search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(look_into, &search) == 1 ? 0 : -1;
}
