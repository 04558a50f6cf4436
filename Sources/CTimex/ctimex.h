// SPDX-License-Identifier: Apache-2.0

/* The kernel's clock and how well it is kept (adjtimex(2)): Swift's Glibc leaves this header out. */
#include <sys/timex.h>
