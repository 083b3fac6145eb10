// The settings of the C library's allocator, which Swift's Glibc module leaves out.

#pragma once

#include <malloc.h>
#include <stddef.h>

/// Memory comes from the system in steps of `step` bytes, from one arena for all threads, and up to `keep` free bytes stay.
static inline void cmalloc_take_in_large_steps(size_t step, size_t keep) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, (int)step);
  mallopt(M_TRIM_THRESHOLD, (int)keep);
  mallopt(M_MMAP_THRESHOLD, (int)keep);
#else
  (void)step;
  (void)keep;
#endif
}
