// SPDX-License-Identifier: Apache-2.0

#include "bundled.h"

/* #embed is of C23. A flag for C23 would be an unsafe one, and apps could not depend on the package. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char functions[] = {
#embed "../../../functions.json"
};

#ifdef BUNDLED_SCHEMAS
static const unsigned char schemas[] = {
#embed BUNDLED_SCHEMAS
};
#else
#define schemas functions
#endif

static const unsigned char policy[] = {
#embed "../../../templates/policies/pfa.json"
};

BundledFile bundled_functions(void) { return (BundledFile){functions, sizeof functions}; }
BundledFile bundled_schemas(void) { return (BundledFile){schemas, sizeof schemas}; }
BundledFile bundled_policy(void) { return (BundledFile){policy, sizeof policy}; }
