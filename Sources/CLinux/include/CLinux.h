// Functions of Linux, the C library and the compiler that Swift's Glibc module does not provide.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Reserves disk space for a file that is about to be written, if the file system supports that. Faster than allocating space for each
/// write. Does not change the size of the file.
void clinux_reserve(int file, int64_t count);

/// Starts writing a range of a file to disk and does not wait. This guarantees nothing; call `fsync` for that.
void clinux_begin_to_sync(int file, int64_t offset, int64_t count);

/// Copies the access control list of a file to an open file, or removes the list of the open file if the other one has none.
///
/// @param from The path of the other file; NULL to only remove the list.
/// @return 0 on success, -1 on failure.
int clinux_copy_access_list(const char *from, int to);

#include "CConfinement.h"
