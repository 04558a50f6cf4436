// SPDX-License-Identifier: Apache-2.0

/* The launcher of one executable of a release bundle. The code is in the core, lib/libvestibule.so. ENTRY_POINT is the
   `main` of the executable there. */
int ENTRY_POINT(int argc, char **argv);

int main(int argc, char **argv) { return ENTRY_POINT(argc, argv); }
