/* What glibc tells a process of itself at its start. Swift's own CommandLine looks for its arguments on the stack, by the
   memory map that the kernel has to print for it: 0.05 ms of each start, for what a runner never gives (scripts/function.ld). */
#ifndef CPROCESS_H
#define CPROCESS_H

/* The first argument, or NULL where there is none. */
const char *process_first_argument(void);

#endif
