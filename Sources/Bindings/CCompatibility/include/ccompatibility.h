// SPDX-License-Identifier: Apache-2.0

/* Functions that executables refer to and glibc 2.34 lacks. With them, executables that are built on Debian 12 run on
   Amazon Linux 2023 (AWS Lambda) and RHEL 9. Without this file, `objdump -T` of a release executable lists the same two
   functions as GLIBC_2.35. */
#ifndef CCOMPATIBILITY_H
#define CCOMPATIBILITY_H
#endif
