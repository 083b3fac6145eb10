// Folders that somebody else has filled, however deep and whatever their permissions. Private to this library.

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Removes a folder and everything in it, without following links.
///
/// @return Whether it is gone.
bool clinux_remove_folder(const char *path);

/// Returns the space on disk of everything in a folder, in bytes. Returns `UINT64_MAX` if the folder has more than `most_entries` files and
/// folders, or is very deep. Other processes may be changing it.
uint64_t clinux_folder_size(const char *path, int most_entries);
