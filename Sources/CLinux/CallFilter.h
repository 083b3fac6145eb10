// The filter of system calls of a program that is not trusted. Private to this library.

#pragma once

#include <stdbool.h>

/// Installs the filter for this process and everything that it starts, with seccomp.
///
/// @param has_own_mounts Whether everything but the scratch folder is mounted read-only, so that the program may change the attributes of
///   files. Landlock does not restrict that.
/// @return Whether it was installed.
bool clinux_filter_calls(bool has_own_mounts);

/// Returns whether the kernel has such filters, and this library knows the processor's system calls.
bool clinux_has_call_filters(void);
