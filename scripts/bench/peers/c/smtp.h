// SPDX-License-Identifier: Apache-2.0

/* Hands a mail to the SMTP server of MAIL_URL, by itself (smtp.c) or through libcurl (smtp_libcurl.c). */
#include "common.h"

void deliver(const char *recipient, const Text *mail);
