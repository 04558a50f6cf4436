#include "ccompatibility.h"

#include <math.h>
#include <stdint.h>
#include <sys/random.h>

/* Of the executable alone: libraries go on with glibc's own. */
#define OWN __attribute__((visibility("hidden"), used))

/* std::random_device. */
OWN uint32_t arc4random(void) {
  uint32_t number;
  while (getrandom(&number, sizeof number, 0) != sizeof number) {
  }
  return number;
}

/* 2.35 gave them another version, for they set no errno any more. */
OWN float hypotf(float x, float y) { return (float)sqrt((double)x * x + (double)y * y); }
OWN double hypot(double x, double y) { return (double)sqrtl((long double)x * x + (long double)y * y); }

/* What an exception of C++ would unwind by: executables have no tables for it (Package.swift). */
struct dl_find_object;
OWN int _dl_find_object(void *address, struct dl_find_object *found) { return -1; }
