// SPDX-License-Identifier: Apache-2.0

/* The launcher of one executable of a release bundle. The code is in the core, lib/libvestibule.so. ENTRY_POINT is the
   `main` of the executable there. */
#include <dlfcn.h>
#include <stdio.h>

#define CORE "/opt/vestibule/lib/libvestibule.so"
#define QUOTED(name) #name
#define NAME_OF(name) QUOTED(name)

int ENTRY_POINT(int argc, char **argv) __attribute__((weak));

int main(int argc, char **argv) {
  if (ENTRY_POINT) return ENTRY_POINT(argc, argv);
  /* Without /proc, the loader does not know the folder of the bundle. */
  void *core = dlopen(CORE, RTLD_NOW);
  int (*entry_point)(int, char **) = core ? (int (*)(int, char **))dlsym(core, NAME_OF(ENTRY_POINT)) : 0;
  if (entry_point) return entry_point(argc, argv);
  fprintf(stderr, "%s\n", dlerror());
  return 70;
}
