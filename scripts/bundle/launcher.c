// SPDX-License-Identifier: Apache-2.0

/* The launcher of one executable of a release bundle. ENTRY_POINT is its `main` in the core, lib/libvestibule.so. */
int ENTRY_POINT(int argc, char **argv);

int main(int argc, char **argv) { return ENTRY_POINT(argc, argv); }
