// SPDX-License-Identifier: Apache-2.0

#include "bundled.h"

/* #embed is of C23. A flag for C23 would be an unsafe one, and apps could not depend on the package. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char functions[] = {
#embed "../../functions.json"
};

#ifdef BUNDLED_SCHEMAS
static const unsigned char schemas[] = {
#embed BUNDLED_SCHEMAS
};
#else
#define schemas functions
#endif

static const unsigned char policy[] = {
#embed "../../templates/policies/pfa.json"
};

static const unsigned char top_level_domains[] = {
#embed "top-level-domains.txt"
};

BundledFile bundled_functions(void) { return (BundledFile){functions, sizeof functions}; }
BundledFile bundled_schemas(void) { return (BundledFile){schemas, sizeof schemas}; }
BundledFile bundled_policy(void) { return (BundledFile){policy, sizeof policy}; }
BundledFile bundled_top_level_domains(void) {
  return (BundledFile){top_level_domains, sizeof top_level_domains};
}
