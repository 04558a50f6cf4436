// SPDX-License-Identifier: Apache-2.0

/* libidn2 (gitlab.com/libidn/libidn2), which libcurl stands on as well, opened when a domain beyond ASCII is first met.
   Compiled against its header, so that a changed declaration is a compiler's error. */
#ifndef CIDN2_H
#define CIDN2_H

#include <stddef.h>

/* The domain, which is UTF-8, mapped to ASCII by UTS 46, non-transitional, into a buffer; 0 where it cannot be mapped,
   does not fit, or the library is not there. The result may have ASCII characters that no domain has. */
int cidn2_ascii(const char *domain, char *ascii, size_t size);

/* The domain as people read it, of what `cidn2_ascii` made, into a buffer; 0 as above. */
int cidn2_unicode(const char *ascii, char *domain, size_t size);

#endif
