#include "bundled.h"

static const unsigned char functions[] = {
#embed "../../functions.json"
};

static const unsigned char policy[] = {
#embed "../../templates/policies/pfa.json"
};

BundledFile bundled_functions(void) { return (BundledFile){functions, sizeof functions}; }
BundledFile bundled_policy(void) { return (BundledFile){policy, sizeof policy}; }
