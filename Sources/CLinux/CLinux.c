#define _GNU_SOURCE

#include "CLinux.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#if defined(__linux__)
#include <sys/xattr.h>
#endif
#include <unistd.h>

#if defined(__GLIBC__)
/// Tunes malloc for short runs that allocate many small values: one arena for all threads, which grows in large steps and is not trimmed.
/// (Other arenas grow page by page, with a system call each.) The first step, enough for most runs, uses huge pages if available, which
/// avoids a page fault for each small page.
///
/// This must run before other threads have their own arenas, so it is a constructor.
__attribute__((constructor)) static void tune_malloc(void) {
  const size_t step = 128 << 20, page = 2 << 20;
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, step);
  mallopt(M_TRIM_THRESHOLD, 2 * step);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  char *start = sbrk(0);
  // Grow the heap. Volatile, so that the compiler does not remove the unused allocation.
  void *volatile more = malloc(1 << 20);
  free(more);
  char *end = sbrk(0);
  char *first = (char *)(((uintptr_t)start + page - 1) & ~(page - 1));
  if (start != (void *)-1 && first < end) madvise(first, end - first, MADV_HUGEPAGE);
}
#endif

void clinux_reserve(int file, int64_t count) {
#if defined(__linux__)
  fallocate(file, FALLOC_FL_KEEP_SIZE, 0, count);
#else
  (void)file;
  (void)count;
#endif
}

void clinux_begin_to_sync(int file, int64_t offset, int64_t count) {
#if defined(__linux__)
  sync_file_range(file, offset, count, SYNC_FILE_RANGE_WRITE);
#else
  (void)file;
  (void)offset;
  (void)count;
#endif
}

int clinux_copy_access_list(const char *from, int to) {
#if defined(__linux__)
  static const char name[] = "system.posix_acl_access";
  char list[1 << 16];
  ssize_t size = -1;
  if (from) {
    size = getxattr(from, name, list, sizeof list);
    if (size < 0 && errno != ENODATA && errno != ENOTSUP) return -1;
  }
  if (size > 0) return fsetxattr(to, name, list, (size_t)size, 0);
  // A folder may have a default list for new files.
  if (fremovexattr(to, name) != 0 && errno != ENODATA && errno != ENOTSUP) return -1;
#else
  (void)from;
  (void)to;
#endif
  return 0;
}
