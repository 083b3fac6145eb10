#define _GNU_SOURCE

#include "CallFilter.h"

#if defined(__linux__)

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if defined(NATIVE_ARCHITECTURE)

#define COUNT(list) (sizeof list / sizeof *list)

/// System calls that reach beyond the process. Those without a name are later than the headers of some systems.
static const int refused_calls[] = {
  // Other processes, users and the system.
  SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, 438 /* pidfd_getfd */, SYS_perf_event_open, SYS_bpf,
  SYS_userfaultfd, SYS_personality, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_syslog, SYS_acct, SYS_quotactl, 443 /* quotactl_fd */,
  SYS_swapon, SYS_swapoff, SYS_reboot, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load,
  // Namespaces and mounts.
  SYS_unshare, SYS_setns, SYS_chroot, SYS_pivot_root, SYS_mount, SYS_umount2, SYS_open_by_handle_at, 428 /* open_tree */,
  429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */, 442 /* mount_setattr */,
  467 /* open_tree_attr */,
  // The network, and sockets of others in the file system. The ends of a socketpair are connected already.
  SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
  // Memory that no process seems to use, and what else can be shared with others by a name or a number.
  SYS_memfd_create, 447 /* memfd_secret */, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl,
  SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl, SYS_mq_open, SYS_mq_unlink, SYS_vmsplice,
  // Names of files in folders that cannot be read: Landlock does not restrict watching.
  SYS_inotify_init1, SYS_inotify_add_watch, SYS_fanotify_init, SYS_fanotify_mark,
#if defined(__x86_64__)
  SYS_inotify_init,
#endif
};

/// System calls that change the attributes of files.
static const int attribute_calls[] = {
  SYS_fchmod, SYS_fchmodat, 452 /* fchmodat2 */, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
  463 /* setxattrat */, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, 466 /* removexattrat */, 469 /* file_setattr */,
#if defined(__x86_64__)
  SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

/// System calls that programs can do without if they seem to be missing. io_uring would make sockets without `socket`.
static const int missing_calls[] = {SYS_clone3, 425 /* io_uring_setup */, 426, 427};

/// What 32 bits of an argument of a system call must be, or must not be.
struct rule {
  int call;
  uint32_t offset, mask;
  enum { is, is_not } relation;
  uint32_t value;
};

#define ARGUMENT(index) offsetof(struct seccomp_data, args[index])
/// The upper half; both processors are little-endian.
#define UPPER_ARGUMENT(index) (ARGUMENT(index) + 4)

static const struct rule rules[] = {
  // New processes and threads, but no new namespaces.
  {SYS_clone, ARGUMENT(0),
    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP, is, 0},
  // Datagrams could be sent to any socket in the file system.
  {SYS_socketpair, ARGUMENT(0), ~0u, is, AF_UNIX},
  {SYS_socketpair, ARGUMENT(1), ~(uint32_t)(SOCK_NONBLOCK | SOCK_CLOEXEC), is, SOCK_STREAM},
  {SYS_sendto, ARGUMENT(4), ~0u, is, 0},
  {SYS_sendto, UPPER_ARGUMENT(4), ~0u, is, 0},
  // Pages of shared memory without a file remain in use after they are unmapped. (MAP_SHARED is also a bit of MAP_SHARED_VALIDATE.)
  {SYS_mmap, ARGUMENT(3), MAP_SHARED | MAP_ANONYMOUS, is_not, MAP_SHARED | MAP_ANONYMOUS},
  // Limits of this process only.
  {SYS_prlimit64, ARGUMENT(0), ~0u, is, 0},
};

/// Attributes of files that are changed through an open file: requests of ext4 and others, XFS, and Btrfs.
static const struct rule attribute_rules[] = {
  {SYS_ioctl, ARGUMENT(1), 0xFF00, is_not, 'f' << 8},
  {SYS_ioctl, ARGUMENT(1), 0xFF00, is_not, 'X' << 8},
  {SYS_ioctl, ARGUMENT(1), 0xFF00, is_not, 0x94 << 8},
};

static struct sock_filter filter[512];
static unsigned short filter_length;

static void add(uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  filter[filter_length++] = (struct sock_filter){code, yes, no, value};
}

static void load(uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }

static void answer(uint32_t action) { add(BPF_RET | BPF_K, action, 0, 0); }

static void add_calls(const int *calls, size_t count, int error) {
  for (size_t index = 0; index < count; index++) {
    add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[index], 0, 1);
    answer(SECCOMP_RET_ERRNO | (uint32_t)error);
  }
}

static void add_rules(const struct rule *list, size_t count) {
  for (size_t index = 0; index < count; index++) {
    const struct rule *rule = &list[index];
    add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)rule->call, 0, 5);
    load(rule->offset);
    add(BPF_ALU | BPF_AND | BPF_K, rule->mask, 0, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, rule->value, rule->relation == is, rule->relation == is_not);
    answer(SECCOMP_RET_ERRNO | EPERM);
    load(offsetof(struct seccomp_data, nr));
  }
}

bool clinux_filter_calls(bool has_own_mounts) {
  filter_length = 0;
  load(offsetof(struct seccomp_data, arch));
  add(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCHITECTURE, 1, 0);
  answer(SECCOMP_RET_KILL_PROCESS);
  load(offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  // The calls of the x32 interface have other numbers.
  add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  answer(SECCOMP_RET_KILL_PROCESS);
#endif
  add_calls(refused_calls, COUNT(refused_calls), EPERM);
  add_calls(missing_calls, COUNT(missing_calls), ENOSYS);
  add_rules(rules, COUNT(rules));
  if (!has_own_mounts) {
    add_calls(attribute_calls, COUNT(attribute_calls), EPERM);
    add_rules(attribute_rules, COUNT(attribute_rules));
  }
  answer(SECCOMP_RET_ALLOW);
  struct sock_fprog program = {filter_length, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool clinux_has_call_filters(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

#else

bool clinux_filter_calls(bool has_own_mounts) {
  (void)has_own_mounts;
  errno = ENOSYS;
  return false;
}

bool clinux_has_call_filters(void) { return false; }

#endif
#endif
