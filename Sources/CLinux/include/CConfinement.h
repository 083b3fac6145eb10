// Runs a program that is not trusted, with as little access as the kernel can enforce. Linux only.

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What the kernel offers, as bits.
enum {
  CLINUX_USER_NAMESPACE = 1 << 0,
  CLINUX_PID_NAMESPACE = 1 << 1,
  CLINUX_MOUNT_NAMESPACE = 1 << 2,
  CLINUX_NETWORK_NAMESPACE = 1 << 3,
  CLINUX_SECCOMP = 1 << 4,
  CLINUX_PRIVATE_PROC = 1 << 5,
  CLINUX_PRIVATE_TMPFS = 1 << 6,
};

/// Finds out which mechanisms of confinement work here, by trying them in a child process.
///
/// @param landlock Receives the version of Landlock; 0 if there is none.
/// @return The bits above.
uint32_t clinux_confinement(int *landlock);

/// Runs the launcher: confines a program as its arguments say, waits for it and for all of its descendants, and writes how it ended to a
/// status file. The caller must have no other threads.
///
/// Arguments, each in one word, in any order:
///
///     --status=FILE        where to write how the program ended; the program has no access to it
///     --scratch=FOLDER     an empty folder, the only place where the program may write, and its working folder
///     --read=PATH          a file or folder that the program may read and execute, in addition to those of the system
///     --milliseconds=N     after this time, everything is killed
///     --memory=BYTES       private memory of each process, and resident memory of all of them
///     --processes=N        processes and threads
///     --file-size=BYTES    each file, and the scratch folder as a whole
///     --files=N            open files
///     --no-namespaces      as on a kernel without them
///     -- PROGRAM ARGUMENTS…
///
/// The status file then contains one line: `exit CODE`, `signal NUMBER`, `timeout`, `limit WHICH`, `spawn ERRNO` if the program could not
/// be started, or `confine WHAT ERRNO` if it could not be confined and was not started.
///
/// @return The exit code for the launcher: 0 if the line was written.
int clinux_confine(int count, char *const arguments[]);
