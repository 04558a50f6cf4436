// SPDX-License-Identifier: Apache-2.0

/* The state of the kernel's clock (adjtimex(2)): Swift's module Glibc does not include this header. */
#include <sys/timex.h>
