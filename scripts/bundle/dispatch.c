// SPDX-License-Identifier: Apache-2.0

/* What Swift's runtime for concurrency needs of libdispatch to run tasks. The executables have no tasks: they would end here.
   libdispatch itself contains 64 KB of pointers, which each start would correct. */
#include <stdlib.h>

#define UNUSED(name) \
  __attribute__((noreturn, visibility("hidden"))) void name(void) { abort(); }

UNUSED(dispatch_activate) UNUSED(dispatch_after_f) UNUSED(dispatch_assert_queue) UNUSED(dispatch_async_f) UNUSED(dispatch_main)
UNUSED(dispatch_queue_attr_make_with_qos_class) UNUSED(dispatch_queue_create) UNUSED(dispatch_queue_set_width)
UNUSED(dispatch_release) UNUSED(dispatch_set_context) UNUSED(dispatch_source_create) UNUSED(dispatch_source_set_event_handler_f)
UNUSED(dispatch_source_set_timer) UNUSED(dispatch_walltime)

/* The runtime takes the addresses of these. */
__attribute__((visibility("hidden"))) const char _dispatch_main_q, _dispatch_queue_attr_concurrent, _dispatch_source_type_timer;
