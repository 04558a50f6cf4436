// SPDX-License-Identifier: Apache-2.0

/* Sends a mail to the SMTP server of MAIL_URL, with sockets (smtp.c) or with libcurl (smtp_libcurl.c). */
#include "common.h"

void deliver(const char *recipient, const Text *mail);
