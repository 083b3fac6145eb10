// What the program needs of Linux and of the C library, and Swift's Glibc module leaves out.

#pragma once

#include <stdint.h>

/// Sets room on the disk aside for a file that is about to be written, where the file system can do that at once: to find room for
/// many bytes at one time costs less than for each piece. The file's size stays.
void clinux_reserve(int file, int64_t count);

/// Asks the system to begin to bring a part of a file to the disk, and does not wait for it. It promises nothing: `fsync` does.
void clinux_begin_to_sync(int file, int64_t offset, int64_t count);

/// Gives an open file the access control list of another one; without one, a list that it has is removed.
///
/// @param from The path of the other file; NULL to remove the list only.
/// @return 0 when both have the same list, or none; -1 otherwise.
int clinux_copy_access_list(const char *from, int to);
