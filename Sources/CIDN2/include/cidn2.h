/* libidn2 (gitlab.com/libidn/libidn2), which libcurl stands on as well, opened when a domain beyond ASCII is first
   written to. Compiled against its header, so that a changed declaration is a compiler's error. */
#ifndef CIDN2_H
#define CIDN2_H

#include <stddef.h>

/* The domain, which is UTF-8, as DNS and every server understand it (RFC 5891), into a buffer; 0 where it is no domain,
   does not fit, or the library is not there. */
int cidn2_ascii(const char *domain, char *ascii, size_t size);

#endif
