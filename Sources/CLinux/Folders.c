#define _GNU_SOURCE

#include "Folders.h"

#if defined(__linux__)

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Opens a folder for reading, and if necessary gives its owner, who is this user, the right to do so.
static int open_folder(int parent, const char *name) {
  const int flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int folder = openat(parent, name, O_RDONLY | flags);
  if (folder >= 0 || errno != EACCES) return folder;
  // Not by name: that could meanwhile be a link.
  int place = openat(parent, name, O_PATH | flags);
  if (place < 0) return -1;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", place);
  if (chmod(path, 0700) == 0) folder = openat(place, ".", O_RDONLY | flags);
  close(place);
  return folder;
}

/// Returns the entries of a folder; closing them does not close the folder.
static DIR *entries(int folder) {
  int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *list = copy < 0 ? NULL : fdopendir(copy);
  if (!list && copy >= 0) close(copy);
  return list;
}

/// Returns the next name besides `.` and `..`; NULL at the end.
static const char *next_name(DIR *list) {
  struct dirent *entry;
  while ((entry = readdir(list))) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) return entry->d_name;
  }
  return NULL;
}

/// Moves a folder in `parent` into `top`, with a new name.
///
/// @param number The last number that became a name; changes if the folder was moved.
static void lift(int parent, const char *name, int top, unsigned *number) {
  // The entry for `..` in it changes.
  int folder = open_folder(parent, name);
  if (folder < 0) return;
  fchmod(folder, 0700);
  close(folder);
  for (unsigned next = *number + 1; next != 0; next++) {
    char new_name[16];
    snprintf(new_name, sizeof new_name, "%u", next);
    if (renameat(parent, name, top, new_name) == 0) {
      *number = next;
      return;
    }
    // Another entry may have that name.
    if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) return;
  }
}

/// Removes a folder in `top` after moving the folders in it into `top`, so that neither recursion nor many open files are needed.
static bool remove_lifting(int top, const char *name, unsigned *number) {
  int folder = open_folder(top, name);
  if (folder < 0) return false;
  fchmod(folder, 0700);
  DIR *list = entries(folder);
  const char *entry;
  while (list && (entry = next_name(list))) {
    if (unlinkat(folder, entry, 0) != 0) lift(folder, entry, top, number);
  }
  if (list) closedir(list);
  close(folder);
  return unlinkat(top, name, AT_REMOVEDIR) == 0;
}

bool clinux_remove_folder(const char *path) {
  if (rmdir(path) == 0 || errno == ENOENT) return true;
  int top = open_folder(AT_FDCWD, path);
  if (top < 0) return false;
  fchmod(top, 0700);
  unsigned number = 0;
  bool is_changed;
  do {
    unsigned before = number;
    is_changed = false;
    DIR *list = entries(top);
    const char *entry;
    while (list && (entry = next_name(list))) {
      is_changed |= unlinkat(top, entry, 0) == 0 || remove_lifting(top, entry, &number);
    }
    if (list) closedir(list);
    is_changed |= number != before;
  } while (is_changed);
  close(top);
  return rmdir(path) == 0;
}

enum { most_levels = 64 };

/// Adds up what a folder takes on disk; returns whether that was possible within the bounds.
static bool add_size(int parent, const char *name, int level, int *entries_left, uint64_t *size) {
  int folder = open_folder(parent, name);
  // It may just have been removed.
  if (folder < 0) return errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
  DIR *list = entries(folder);
  const char *entry;
  bool is_bounded = level < most_levels && list != NULL;
  while (is_bounded && (entry = next_name(list))) {
    struct stat status;
    if (fstatat(folder, entry, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    *size += (uint64_t)status.st_blocks * 512;
    is_bounded = --*entries_left >= 0 && (!S_ISDIR(status.st_mode) || add_size(folder, entry, level + 1, entries_left, size));
  }
  if (list) closedir(list);
  close(folder);
  return is_bounded;
}

uint64_t clinux_folder_size(const char *path, int most_entries) {
  uint64_t size = 0;
  return add_size(AT_FDCWD, path, 0, &most_entries, &size) ? size : UINT64_MAX;
}

#endif
