// SPDX-License-Identifier: Apache-2.0

/* Adds the address where a library was loaded to each of its pointers to itself. The linker packs the list of these
   places (`--pack-dyn-relocs=relr`). Only glibc 2.36 or later knows this format. So that no loader applies the list as
   well, it has the tags that Android used before ELF had any (`--use-android-relr-tags`).

   The format (the generic ABI, "Relative Relocations"): an even word is the address of a place; the 63 upper bits of an
   odd word say which of the next 63 words are places too.

   The linker makes `apply_relocations` the DT_INIT of the library (`-init`): the loader calls it before all
   constructors. */
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define DT_ANDROID_RELR 0x6fffe000
#define DT_ANDROID_RELRSZ 0x6fffe001
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

typedef ElfW(Addr) word;
_Static_assert(sizeof(word) == 8, "a list of 32-bit words has other steps");

/* Not const: the places of the library are in the same object. */
extern ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));
extern ElfW(Dyn) _DYNAMIC[] __attribute__((visibility("hidden")));

/* Nothing but this library can say why a program that uses it does not start. */
static _Noreturn void fail(const char *reason) {
  const char before[] = "vestibule: the pointers of the shared library cannot be relocated: ";
  if (write(STDERR_FILENO, before, sizeof before - 1) < 0 || write(STDERR_FILENO, reason, strlen(reason)) < 0) abort();
  abort();
}

static word dynamic(word tag) {
  for (ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++)
    if ((word)entry->d_tag == tag) return entry->d_un.d_val;
  fail("it has no list of them\n");
}

/* The words of the list. */
struct list {
  const word *begin, *end;
};

static struct list list(word base) {
  const word *begin = (const word *)(base + dynamic(DT_ANDROID_RELR));
  return (struct list){begin, begin + dynamic(DT_ANDROID_RELRSZ) / sizeof *begin};
}

/* The end of the last place, or at most 62 words after it. */
static word end_of_places(word base, struct list list) {
  word end = 0;
  for (const word *entry = list.begin; entry < list.end; entry++)
    end = (*entry & 1) == 0 ? *entry + sizeof end : end + 63 * sizeof end;
  return base + end;
}

static void relocate(word base, struct list list) {
  word *place = 0;
  for (const word *entry = list.begin; entry < list.end; entry++) {
    if ((*entry & 1) == 0) {
      place = (word *)(base + *entry);
      *place++ += base;
      continue;
    }
    for (word places = *entry >> 1; places; places &= places - 1) place[__builtin_ctzll(places)] += base;
    place += 63;
  }
}

/* The loader has already protected what does not change after relocation (PT_GNU_RELRO). */
void apply_relocations(void) {
  word base = (word)&__ehdr_start, page = (word)sysconf(_SC_PAGESIZE);
  const ElfW(Phdr) *header = (const ElfW(Phdr) *)(base + __ehdr_start.e_phoff);
  const ElfW(Phdr) *after = header + __ehdr_start.e_phnum;
  while (header < after && header->p_type != PT_GNU_RELRO) header++;
  if (header == after) fail("it has no read-only part\n");
  word start = (base + header->p_vaddr) & -page, end = (base + header->p_vaddr + header->p_memsz) & -page;
  struct list places = list(base);
  word last = (end_of_places(base, places) + page - 1) & -page;
  if (mprotect((void *)start, end - start, PROT_READ | PROT_WRITE)) fail("mprotect failed\n");
  /* Nearly all of these pages, and of those up to the last place, are written to: one call is cheaper than a fault for
     each. Before Linux 5.14 it fails, without effect. */
  madvise((void *)start, (last > end ? last : end) - start, MADV_POPULATE_WRITE);
  relocate(base, places);
  if (mprotect((void *)start, end - start, PROT_READ)) fail("mprotect failed\n");
}
