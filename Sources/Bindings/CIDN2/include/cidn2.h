// SPDX-License-Identifier: Apache-2.0

/* libidn2 (gitlab.com/libidn/libidn2), which libcurl depends on too, and libunistring, which libidn2 depends on. They
   are loaded when a domain or a user name with non-ASCII characters is first used. The code is compiled against the
   libraries' headers, so a changed declaration is a compile error. */
#ifndef CIDN2_H
#define CIDN2_H

#include <stddef.h>

/* Maps a UTF-8 domain to ASCII by UTS 46, non-transitional, into a buffer. 0 if it cannot be mapped, does not fit, or
   the library is not installed. The result may contain ASCII characters that are invalid in domains. */
int cidn2_ascii(const char *domain, char *ascii, size_t size);

/* Converts a domain from `cidn2_ascii` to its readable form, into a buffer; 0 as above. */
int cidn2_unicode(const char *ascii, char *domain, size_t size);

/* Normalises a UTF-8 text to NFKC and folds its case, independent of a language, into a buffer; 0 as above. */
int cidn2_casefold(const char *text, char *folded, size_t size);

#endif
