// SPDX-License-Identifier: Apache-2.0

#include "bundled.h"

/* A file of its own, so that the linker leaves the other files out of an app with the client kit. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char top_level_domains[] = {
#embed "top-level-domains.txt"
};

BundledFile bundled_top_level_domains(void) {
  return (BundledFile){top_level_domains, sizeof top_level_domains};
}
