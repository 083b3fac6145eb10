// What the program needs of Linux and of the C library, and Swift's Glibc module leaves out.

#pragma once

#include <stdint.h>

/// Asks the system to begin to bring a part of a file to the disk, and does not wait for it. It promises nothing: `fsync` does.
void clinux_begin_to_sync(int file, int64_t offset, int64_t count);
