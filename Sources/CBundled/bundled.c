#include "bundled.h"

static const char functions[] = {
#embed "../../functions.json" suffix(, 0)
};

static const char policy[] = {
#embed "../../templates/policies/pfa.json" suffix(, 0)
};

const char *bundled_functions(void) { return functions; }
const char *bundled_policy(void) { return policy; }
