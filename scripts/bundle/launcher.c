// SPDX-License-Identifier: Apache-2.0

/* One executable of a release bundle: the function itself is in the core, lib/libvestibule.so. ENTRY_POINT is the function's
   main.swift. */
int ENTRY_POINT(int argc, char **argv);

int main(int argc, char **argv) { return ENTRY_POINT(argc, argv); }
