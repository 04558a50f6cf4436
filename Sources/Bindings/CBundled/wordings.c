// SPDX-License-Identifier: Apache-2.0

#include "bundled.h"

/* A file of its own, so that the linker leaves it out of executables that judge no reports. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char wordings[] = {
#embed "wordings.json"
};

BundledFile bundled_wordings(void) { return (BundledFile){wordings, sizeof wordings}; }
