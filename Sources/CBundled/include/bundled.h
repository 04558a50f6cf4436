/* Files of the repository that stand in every executable, so that a function needs nothing beside itself to say
   what it takes and which policy is built in. Each ends with a NUL. */
#ifndef BUNDLED_H
#define BUNDLED_H

const char *bundled_functions(void);
const char *bundled_policy(void);

#endif
