// Runs a program that is not trusted, with as little access as the kernel can enforce. Linux only.

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What the kernel offers to confine programs.
struct clinux_mechanisms {
  /// The version of Landlock; 0 if there is none.
  int landlock;
  /// Whether there is seccomp.
  bool has_call_filters;
  /// Whether there are namespaces for users, processes, mounts, IPC and the network, and mounts can be made in them.
  bool has_namespaces;
  /// Whether programs have a /proc with only their own processes.
  bool has_proc;
  /// Whether programs can be confined at all.
  bool is_enough;
  /// The step that failed if there are no namespaces, such as "clone".
  const char *failure;
  /// The number of its error.
  int error;
};

/// Finds out which mechanisms of confinement work here. Namespaces are tried in a child process, in the same way as by the launcher.
struct clinux_mechanisms clinux_mechanisms(void);

/// Runs the launcher: confines a program as its arguments say, waits for it and for all of its descendants, and writes how it ended to a
/// status file. The caller must have no other threads.
///
/// Arguments, each in one word, in any order:
///
///     --status=FILE        where to write how the program ended; the program has no access to it
///     --scratch=FOLDER     an empty folder, the only place where the program may write, and its working folder; is removed at the end
///     --read=PATH          a file or folder that the program may read and execute, in addition to those of the system
///     --starter=PID        the process that starts the launcher: everything is killed, and the folders removed, when it has ended;
///                          0 to only remove the folders of an earlier launcher
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
