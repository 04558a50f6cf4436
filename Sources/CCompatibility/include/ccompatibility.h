/* The few functions of glibc 2.35 and 2.36 that the C++ runtime of Debian 12 asks for, so that executables built there run
   with glibc 2.34 too: Amazon Linux 2023, and RHEL 9 with its relatives. Nobody calls them from here. */
#ifndef CCOMPATIBILITY_H
#define CCOMPATIBILITY_H
#endif
