#define _GNU_SOURCE

#include "CConfinement.h"

#if defined(__linux__)

#include "CallFilter.h"
#include "Folders.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// MARK: Settings

/// The user as whom a program runs if this process is root: nobody. Then, the most paths that may be readable, and the most files and
/// folders in a scratch folder.
enum { unprivileged = 65534, most_paths = 64, most_entries = 4096 };

struct settings {
  const char *status, *scratch;
  const char *read[most_paths];
  int reads;
  long milliseconds;
  pid_t starter;
  rlim_t memory, processes, file_size, files;
  bool namespaces;
  char *const *program;
};

static bool number(const char *text, uint64_t *value) {
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 10);
  return errno == 0 && *text >= '0' && *text <= '9' && *end == 0;
}

static bool parse(int count, char *const arguments[], struct settings *settings) {
  *settings = (struct settings){
    .milliseconds = 10000, .starter = getppid(), .memory = 1 << 30, .processes = 64, .file_size = 64 << 20, .files = 256,
    .namespaces = true};
  for (int index = 0; index < count; index++) {
    const char *word = arguments[index], *value = strchr(word, '=');
    uint64_t amount = 0;
    if (strcmp(word, "--") == 0) {
      settings->program = arguments + index + 1;
      return index + 1 < count && settings->status && settings->scratch;
    }
    if (strcmp(word, "--no-namespaces") == 0) {
      settings->namespaces = false;
      continue;
    }
    if (!value) return false;
    size_t length = (size_t)(value - word);
    value++;
#define IS(name) (length == sizeof name - 1 && strncmp(word, name, length) == 0)
    if (IS("--status")) settings->status = value;
    else if (IS("--scratch")) settings->scratch = value;
    else if (IS("--read")) {
      if (settings->reads == most_paths) return false;
      settings->read[settings->reads++] = value;
    } else if (!number(value, &amount)) return false;
    else if (IS("--milliseconds")) settings->milliseconds = (long)amount;
    else if (IS("--starter")) settings->starter = (pid_t)amount;
    else if (IS("--memory")) settings->memory = amount;
    else if (IS("--processes")) settings->processes = amount;
    else if (IS("--file-size")) settings->file_size = amount;
    else if (IS("--files")) settings->files = amount;
    else return false;
#undef IS
  }
  return false;
}

// MARK: The status file

static int status_file = -1;

/// Replaces the line of the status file.
static void report(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void report(const char *format, ...) {
  char line[128];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  if (length < 0 || status_file < 0) return;
  if (ftruncate(status_file, 0) == 0) (void)!pwrite(status_file, line, (size_t)length, 0);
}

static bool has_report(void) {
  struct stat status;
  return fstat(status_file, &status) == 0 && status.st_size > 0;
}

/// Reports why the program cannot be confined, and ends this process. It is better not to run it than to run it with too much access.
static void refuse(const char *what) {
  if (!has_report()) report("confine %s %d\n", what, errno);
  _exit(0);
}

// MARK: Users

/// Becomes a user and leaves all other groups, if this process may do that.
///
/// The functions of the C library would also wait for other threads, which do not exist in a copy of a process.
static bool become(uid_t user, gid_t group) {
  if (syscall(SYS_setgroups, 0, NULL) != 0 && errno != EPERM) return false;
  return syscall(SYS_setresgid, group, group, group) == 0 && syscall(SYS_setresuid, user, user, user) == 0;
}

/// Becomes an unprivileged user if this process is root.
static bool leave_root(void) { return geteuid() != 0 || become(unprivileged, unprivileged); }

static uid_t program_user(void) { return geteuid() ? geteuid() : unprivileged; }

static gid_t program_group(void) { return getegid() ? getegid() : unprivileged; }

// MARK: The first process

/// How a program is confined, besides Landlock and the filter of system calls.
struct isolation {
  /// Whether it has its own namespaces, in which everything but the scratch folder is mounted read-only.
  bool is_separate;
  /// Whether /proc shows only its own processes.
  bool has_proc;
};

/// The first process that the launcher starts: that of the namespaces, or the program itself.
struct first_process {
  pid_t id;
  /// A socket whose other end belongs to that process, which notices when the launcher ends.
  int link;
  struct isolation isolation;
};

/// What the first process of namespaces reports before it starts the program.
struct preparation {
  enum { prepared, no_clone, no_map, no_user, no_mounts, no_scratch } result;
  int error;
  bool has_proc;
};

/// Makes this process end with the launcher, even if that has already ended.
static void end_with_launcher(int link) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct pollfd end = {.fd = link, .events = POLLIN};
  if (poll(&end, 1, 0) != 0) _exit(0);
}

// MARK: Namespaces

static bool write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool written = write(file, text, strlen(text)) == (ssize_t)strlen(text);
  int error = errno;
  close(file);
  errno = error;
  return written;
}

/// Lets one user or group exist in the user namespace of a process.
static bool write_map(pid_t process, const char *name, unsigned inside, unsigned own) {
  char path[48], map[64];
  snprintf(path, sizeof path, "/proc/%d/%s", process, name);
  snprintf(map, sizeof map, "%u %u 1", inside, inside);
  if (write_text(path, map)) return true;
  // A container may have no other user than its root.
  snprintf(map, sizeof map, "%u %u 1", inside, own);
  return write_text(path, map);
}

static bool write_maps(pid_t process) {
  if (geteuid() != 0) {
    char path[48];
    snprintf(path, sizeof path, "/proc/%d/setgroups", process);
    write_text(path, "deny");
  }
  return write_map(process, "uid_map", program_user(), geteuid()) && write_map(process, "gid_map", program_group(), getegid());
}

/// The argument of `mount_setattr`, which some versions of the C library do not define.
struct mount_attributes {
  uint64_t set, clear, propagation, user_namespace;
};

/// Makes everything but an empty scratch folder read-only: Landlock does not restrict changes of permissions, owners and times.
///
/// Every kernel with Landlock has `mount_setattr`.
static struct preparation mount_all(const char *scratch, rlim_t size) {
  struct preparation done = {.result = prepared};
  struct mount_attributes attributes = {.set = 1 /* MOUNT_ATTR_RDONLY */, .propagation = MS_PRIVATE};
  if (syscall(442 /* mount_setattr */, -1, "/", 0x8000 /* AT_RECURSIVE */, &attributes, sizeof attributes) != 0) {
    return (struct preparation){.result = no_mounts, .error = errno};
  }
  // Where /proc is partly hidden, as in a container, no other one can be mounted; the program then has none.
  done.has_proc = mount("proc", "/proc", "proc", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;
  char options[96];
  snprintf(options, sizeof options, "size=%llu,nr_inodes=%d,mode=0700", (unsigned long long)size, most_entries);
  if (mount("tmpfs", scratch, "tmpfs", MS_NOSUID | MS_NODEV, options) != 0) {
    return (struct preparation){.result = no_scratch, .error = errno};
  }
  return done;
}

static void run_init(const struct settings *settings, struct isolation isolation);

/// Prepares the namespaces, and runs the program unless there is none.
static void prepare_and_run(const struct settings *settings, int link, uid_t user, gid_t group) {
  char order;
  // None comes if the maps could not be written.
  if (read(link, &order, 1) != 1) _exit(0);
  struct preparation done = {.result = no_user};
  if (become(user, group)) done = mount_all(settings->scratch, settings->file_size);
  else done.error = errno;
  // After becoming another user, which would undo it.
  end_with_launcher(link);
  if (send(link, &done, sizeof done, MSG_NOSIGNAL) != (ssize_t)sizeof done || done.result != prepared || !settings->program) _exit(0);
  run_init(settings, (struct isolation){.is_separate = true, .has_proc = done.has_proc});
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Starts the first process of new namespaces, and waits until it has prepared them.
///
/// @param settings Without a program, the namespaces are only tried.
/// @return What did not work, if anything: then nothing was started.
static struct preparation start_separate(const struct settings *settings, int64_t end, struct first_process *first) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return (struct preparation){.result = no_clone, .error = errno};
  const int namespaces = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC;
  uid_t user = program_user();
  gid_t group = program_group();
  // As `fork`, which has no flags.
  pid_t id = (pid_t)syscall(SYS_clone, namespaces | SIGCHLD, 0, 0, 0, 0);
  if (id == 0) {
    close(ends[0]);
    prepare_and_run(settings, ends[1], user, group);
  }
  struct preparation done = {.result = no_clone, .error = errno};
  close(ends[1]);
  if (id > 0) {
    done.result = no_map;
    struct pollfd answer = {.fd = ends[0], .events = POLLIN};
    bool is_mapped = write_maps(id);
    done.error = errno;
    int64_t time = end - now();
    if (is_mapped && (send(ends[0], "", 1, MSG_NOSIGNAL) != 1 || poll(&answer, 1, time > 0 ? (int)time : 0) != 1 ||
        read(ends[0], &done, sizeof done) != (ssize_t)sizeof done)) {
      done = (struct preparation){.result = no_user, .error = errno};
    }
    *first = (struct first_process){id, ends[0], {true, done.has_proc}};
    if (done.result == prepared) return done;
    kill(id, SIGKILL);
    waitpid(id, NULL, 0);
  }
  close(ends[0]);
  return done;
}

// MARK: Landlock

static int landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? (int)version : 0;
}

/// Without read-only mounts, only the third version prevents programs from shortening files.
static int oldest_landlock(bool is_separate) { return is_separate ? 1 : 3; }

// Rights of later versions than that of the header.
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif
#ifndef LANDLOCK_ACCESS_FS_IOCTL_DEV
#define LANDLOCK_ACCESS_FS_IOCTL_DEV (1ULL << 15)
#endif

enum {
  right_to_read = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
  rights_of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE,
};

struct ruleset {
  uint64_t files, network, scopes;
};

/// Allows access to a path and everything in it; paths that do not exist are ignored.
static void allow(int ruleset, const char *path, uint64_t rights) {
  struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC), .allowed_access = rights};
  if (rule.parent_fd < 0) return;
  struct stat status;
  if (fstat(rule.parent_fd, &status) == 0 && !S_ISDIR(status.st_mode)) {
    rule.allowed_access &= rights_of_files | LANDLOCK_ACCESS_FS_TRUNCATE;
  }
  syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(rule.parent_fd);
}

/// What programs and interpreters of a system need, and nothing that belongs to a user.
static const char *const system_paths[] = {
  "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/etc/ld.so.cache", "/etc/ld.so.conf",
  "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/alternatives", "/etc/localtime", "/etc/timezone", "/etc/locale.alias",
  "/etc/mime.types", "/etc/os-release", "/etc/ssl/openssl.cnf", "/etc/ssl/certs", "/etc/perl", "/etc/java-17-openjdk",
  "/etc/java-21-openjdk", "/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage",
};

/// Restricts access to files, TCP, and other processes.
static void restrict_files(const struct settings *settings, struct isolation isolation) {
  int version = landlock_version();
  if (version < oldest_landlock(isolation.is_separate)) errno = ENOSYS, refuse("landlock");
  uint64_t every_right = (1ULL << 13) - 1;
  if (version >= 2) every_right |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= 3) every_right |= LANDLOCK_ACCESS_FS_TRUNCATE;
  if (version >= 5) every_right |= LANDLOCK_ACCESS_FS_IOCTL_DEV;
  struct ruleset rules = {every_right, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) refuse("landlock");
  for (size_t index = 0; index < sizeof system_paths / sizeof *system_paths; index++) {
    allow(ruleset, system_paths[index], right_to_read);
  }
  for (int index = 0; index < settings->reads; index++) allow(ruleset, settings->read[index], right_to_read);
  if (isolation.has_proc) allow(ruleset, "/proc", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
  // Only for reading: a shared mapping for writing would be memory that no process seems to use.
  allow(ruleset, "/dev/zero", LANDLOCK_ACCESS_FS_READ_FILE);
  static const char *const devices[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};
  for (size_t index = 0; index < sizeof devices / sizeof *devices; index++) {
    allow(ruleset, devices[index], LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  }
  // No devices and no sockets, and nothing that can be moved to another folder.
  uint64_t writing = every_right & ~(uint64_t)(LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_REFER | LANDLOCK_ACCESS_FS_IOCTL_DEV);
  allow(ruleset, settings->scratch, writing);
  if (syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) refuse("landlock");
  close(ruleset);
}

// MARK: The program

static void limit(int resource, rlim_t most) {
  struct rlimit limits;
  if (getrlimit(resource, &limits) != 0) refuse("rlimit");
  if (limits.rlim_max != RLIM_INFINITY && limits.rlim_max < most) most = limits.rlim_max;
  limits = (struct rlimit){most, most};
  if (setrlimit(resource, &limits) != 0) refuse("rlimit");
}

/// Becomes the program; does not return.
static void become_program(const struct settings *settings, rlim_t other_processes, struct isolation isolation) {
  setsid();
  umask(077);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  if (chdir(settings->scratch) != 0) refuse("scratch");
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, settings->files);
  limit(RLIMIT_FSIZE, settings->file_size);
  // Private memory that can be written; interpreters reserve far more addresses than that, which RLIMIT_AS would count.
  limit(RLIMIT_DATA, settings->memory);
  limit(RLIMIT_AS, settings->memory < RLIM_INFINITY / 16 ? 16 * settings->memory : settings->memory);
  limit(RLIMIT_STACK, 8 << 20);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
  limit(RLIMIT_CPU, (rlim_t)(settings->milliseconds / 1000 + 2));
  limit(RLIMIT_NPROC, settings->processes + other_processes);
  setpriority(PRIO_PROCESS, 0, 5);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) refuse("no_new_privs");
  restrict_files(settings, isolation);
  // Everything but the standard streams and the status file, which is closed by `execvp`.
  if (status_file > 3) syscall(SYS_close_range, 3u, (unsigned)status_file - 1, 0);
  syscall(SYS_close_range, (unsigned)status_file + 1, ~0u, 0);
  if (!clinux_filter_calls(isolation.is_separate)) refuse("seccomp");
  execv(settings->program[0], settings->program);
  report("spawn %d\n", errno);
  _exit(0);
}

/// Writes how a process ended, as `wait` tells it.
static void report_end(int status) {
  if (has_report()) return;
  if (WIFSIGNALED(status)) {
    switch (WTERMSIG(status)) {
    case SIGXCPU: report("limit cpu\n"); break;
    case SIGXFSZ: report("limit file_size\n"); break;
    case SIGSYS: report("denied\n"); break;
    default: report("signal %d\n", WTERMSIG(status));
    }
  } else {
    report("exit %d\n", WEXITSTATUS(status));
  }
}

static void close_streams(void) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = 0; stream < 3; stream++) {
    if (null >= 0) dup2(null, stream);
    else close(stream);
  }
}

/// Runs the program, as the first process of a PID namespace: when it ends, the kernel kills all that is left in the namespace.
static void run_init(const struct settings *settings, struct isolation isolation) {
  pid_t program = fork();
  if (program < 0) refuse("fork");
  if (program == 0) become_program(settings, 1, isolation);
  close_streams();
  int status;
  pid_t ended;
  // Also waits for processes that outlive the program.
  while ((ended = wait(&status)) > 0 || errno == EINTR) {
    if (ended != program) continue;
    report_end(status);
    // After a failure, it does not matter what the others would have written.
    if (status != 0) break;
  }
  _exit(0);
}

// MARK: The launcher

struct process {
  pid_t id, parent;
  uint64_t pages;
};

/// Returns the processes that a /proc shows; the caller frees the list.
static struct process *processes(const char *proc, int *count) {
  struct process *list = NULL;
  int room = 0;
  *count = 0;
  DIR *folder = opendir(proc);
  if (!folder) return NULL;
  struct dirent *entry;
  while ((entry = readdir(folder))) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    char path[320], text[512];
    snprintf(path, sizeof path, "%s/%s/stat", proc, entry->d_name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) continue;
    text[length] = 0;
    // The name, in parentheses, may contain anything.
    char *rest = strrchr(text, ')');
    int parent;
    long long pages = 0;
    if (!rest || sscanf(rest + 1, " %*c %d", &parent) != 1) continue;
    sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %*u %*u %lld", &pages);
    if (*count == room) {
      room = room ? 2 * room : 256;
      struct process *more = realloc(list, (size_t)room * sizeof *list);
      if (!more) break;
      list = more;
    }
    list[(*count)++] = (struct process){atoi(entry->d_name), parent, pages > 0 ? (uint64_t)pages : 0};
  }
  closedir(folder);
  return list;
}

/// Returns the resident memory of everything that descends from this process, in pages.
///
/// @param number A signal to send to all of them; 0 to send none.
static uint64_t visit_descendants(int number) {
  int count;
  uint64_t pages = 0;
  struct process *list = processes("/proc", &count);
  pid_t own = getpid();
  // The descendants found so far, generation by generation. Their number is limited, unlike that of all processes.
  pid_t *found = malloc(((size_t)count + 1) * sizeof *found);
  int total = 0;
  for (int done = -1; found && done < total; done++) {
    pid_t parent = done < 0 ? own : found[done];
    for (int index = 0; index < count; index++) {
      if (list[index].parent != parent || total == count) continue;
      found[total++] = list[index].id;
      pages += list[index].pages;
      if (number) kill(list[index].id, number);
    }
  }
  free(found);
  free(list);
  return pages;
}

/// Returns the resident memory of the program and everything that it started, in bytes.
static uint64_t resident_memory(const struct first_process *first) {
  int count = 0;
  uint64_t pages = 0;
  if (first->isolation.has_proc) {
    // Much shorter than the list of all processes of the machine.
    char proc[48];
    snprintf(proc, sizeof proc, "/proc/%d/root/proc", first->id);
    struct process *list = processes(proc, &count);
    for (int index = 0; index < count; index++) pages += list[index].pages;
    free(list);
  }
  if (count == 0) pages = visit_descendants(0);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/// Kills everything that descends from this process, which adopts orphans, and waits for it.
///
/// @param is_init Whether the first process is that of a namespace, so that the kernel kills the others with it.
static void kill_all(pid_t first, bool is_init) {
  kill(first, SIGKILL);
  for (int attempt = 0; attempt < 1000; attempt++) {
    pid_t ended;
    int status;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {}
    if (ended < 0 && errno == ECHILD) return;
    if (!is_init) {
      visit_descendants(SIGSTOP);
      visit_descendants(SIGKILL);
    }
    poll(NULL, 0, 1);
  }
}

/// Returns the number of processes and threads of this user, which RLIMIT_NPROC counts, too, where there are no namespaces.
static rlim_t own_processes(void) {
  rlim_t count = 0;
  DIR *folder = opendir("/proc");
  struct dirent *entry;
  while (folder && (entry = readdir(folder))) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    char path[300];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
    // The folder has a link for each thread, and two of its own.
    if (stat(path, &status) == 0 && status.st_uid == geteuid()) count += status.st_nlink > 2 ? status.st_nlink - 2 : 1;
  }
  if (folder) closedir(folder);
  return count;
}

static bool starter_has_ended(const struct settings *settings) { return getppid() != settings->starter; }

/// Starts the program without namespaces.
static void start_beside_others(const struct settings *settings, struct first_process *first) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) refuse("socketpair");
  pid_t id = fork();
  if (id < 0) refuse("fork");
  if (id == 0) {
    close(ends[0]);
    // This process remains root, so that the program cannot send signals to it.
    if (!leave_root()) refuse("user");
    end_with_launcher(ends[1]);
    become_program(settings, own_processes(), (struct isolation){false, false});
  }
  close(ends[1]);
  *first = (struct first_process){id, ends[0], {false, false}};
}

/// Returns the limit that the program exceeds now, though the kernel does not enforce it; NULL if there is none.
static const char *exceeded_limit(const struct settings *settings, const struct first_process *first) {
  if (resident_memory(first) > settings->memory) return "memory";
  if (first->isolation.is_separate) return NULL;
  return clinux_folder_size(settings->scratch, most_entries) > settings->file_size ? "file_size" : NULL;
}

/// Waits until everything has ended, the time is over, or there is another reason to end it.
static void watch(const struct settings *settings, const struct first_process *first, int notices, int64_t end) {
  int64_t next_check = now() + 20;
  while (true) {
    pid_t ended;
    int status;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended != first->id || first->isolation.is_separate) continue;
      report_end(status);
      if (status != 0) return;
    }
    if (ended < 0 && errno == ECHILD) return;
    int64_t time = now();
    if (time >= end) {
      report("timeout\n");
      return;
    }
    if (time >= next_check) {
      // Not by PR_SET_PDEATHSIG, which acts at the end of the thread that started this process.
      if (starter_has_ended(settings)) return;
      const char *limit = exceeded_limit(settings, first);
      if (limit) {
        report("limit %s\n", limit);
        return;
      }
      next_check = now() + 100;
    }
    int64_t wait = (next_check < end ? next_check : end) - time;
    struct pollfd event = {.fd = notices, .events = POLLIN};
    poll(&event, 1, wait > 0 ? (int)wait : 1);
    struct signalfd_siginfo notice;
    bool is_to_end = false;
    while (read(notices, &notice, sizeof notice) == (ssize_t)sizeof notice) is_to_end |= notice.ssi_signo != SIGCHLD;
    if (is_to_end) {
      report("cancelled\n");
      return;
    }
  }
}

/// Removes the scratch folder, and what the starter can no longer remove itself.
static void clean_up(const struct settings *settings) {
  clinux_remove_folder(settings->scratch);
  if (!starter_has_ended(settings)) return;
  unlink(settings->status);
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%s", settings->scratch);
  char *slash = strrchr(folder, '/');
  if (slash) *slash = 0;
  // Only if nothing else is in it.
  rmdir(folder);
}

int clinux_confine(int count, char *const arguments[]) {
  struct settings settings;
  if (!parse(count, arguments, &settings)) return 64;
  int64_t end = now() + settings.milliseconds;
  // So that a terminal does not stop the launcher, which keeps the time. Mostly, its starter has already done that.
  setsid();
  if (starter_has_ended(&settings)) {
    clean_up(&settings);
    return 0;
  }
  status_file = open(settings.status, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (status_file < 0) return 74;
  syscall(SYS_close_range, 3u, (unsigned)status_file - 1, 0);
  syscall(SYS_close_range, (unsigned)status_file + 1, ~0u, 0);
  signal(SIGPIPE, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);

  struct first_process first;
  if (!settings.namespaces || start_separate(&settings, end, &first).result != prepared) start_beside_others(&settings, &first);
  close_streams();
  watch(&settings, &first, signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK), end);
  kill_all(first.id, first.isolation.is_separate);
  if (!has_report()) report("signal %d\n", SIGKILL);
  clean_up(&settings);
  return 0;
}

// MARK: What works here

struct clinux_mechanisms clinux_mechanisms(void) {
  static const char *const steps[] = {"", "clone", "uid_map", "setuid", "mount_setattr", "tmpfs"};
  const struct settings settings = {.scratch = "/tmp", .file_size = 4096};
  struct first_process first;
  struct preparation done = start_separate(&settings, now() + 2000, &first);
  if (done.result == prepared) {
    close(first.link);
    waitpid(first.id, NULL, 0);
  }
  struct clinux_mechanisms found = {
    .landlock = landlock_version(), .has_call_filters = clinux_has_call_filters(), .has_namespaces = done.result == prepared,
    .has_proc = done.has_proc, .failure = steps[done.result], .error = done.result == prepared ? 0 : done.error};
  found.is_enough = found.has_call_filters && found.landlock >= oldest_landlock(found.has_namespaces);
  return found;
}

#else

struct clinux_mechanisms clinux_mechanisms(void) { return (struct clinux_mechanisms){.failure = "Linux"}; }

int clinux_confine(int count, char *const arguments[]) {
  (void)count;
  (void)arguments;
  return 78;
}

#endif
