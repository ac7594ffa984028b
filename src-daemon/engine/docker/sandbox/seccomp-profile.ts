/**
 * The allowed system calls of a container, by subject. All others are refused: mounts, namespaces, kernel modules, eBPF,
 * performance counters, keyrings, userfaultfd, io_uring, the clock, swap, accounting, memory placement, and access to
 * the memory and descriptors of other processes except by ptrace. Calls of one architecture are ignored on the other.
 */
const allowed = {
  files:
    'access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fadvise64 ' +
    'fallocate fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fdatasync fgetxattr flistxattr flock ' +
    'fremovexattr fsetxattr fstat fstatfs fsync ftruncate futimesat getcwd getdents getdents64 getxattr ioctl lchown ' +
    'lgetxattr link linkat listxattr llistxattr lremovexattr lseek lsetxattr lstat mkdir mkdirat mknod mknodat ' +
    'name_to_handle_at newfstatat open openat openat2 pipe pipe2 pread64 preadv preadv2 pwrite64 pwritev pwritev2 ' +
    'read readahead readlink readlinkat readv removexattr rename renameat renameat2 rmdir sendfile setxattr splice ' +
    'stat statfs statx symlink symlinkat sync sync_file_range syncfs tee truncate umask unlink unlinkat utime ' +
    'utimensat utimes vmsplice write writev',
  memory:
    'brk cachestat madvise membarrier memfd_create mincore mlock mlock2 mlockall mmap mprotect mremap mseal msync ' +
    'munlock munlockall munmap pkey_alloc pkey_free pkey_mprotect remap_file_pages',
  processes:
    'arch_prctl capget capset execve execveat exit exit_group fork get_robust_list get_thread_area getcpu getegid ' +
    'geteuid getgid getgroups getpgid getpgrp getpid getppid getpriority getresgid getresuid getrlimit getrusage ' +
    'getsid gettid getuid ioprio_get ioprio_set landlock_add_rule landlock_create_ruleset landlock_restrict_self ' +
    'pidfd_open pidfd_send_signal prctl prlimit64 process_mrelease ptrace rseq ' +
    'sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr sched_getparam ' +
    'sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setattr sched_setparam sched_setscheduler ' +
    'sched_yield seccomp set_robust_list set_thread_area set_tid_address setfsgid setfsuid setgid setgroups setpgid ' +
    'setpriority setregid setresgid setresuid setreuid setrlimit setsid setuid sysinfo times uname vfork wait4 waitid',
  signals:
    'alarm kill pause restart_syscall rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn ' +
    'rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo sigaltstack signalfd signalfd4 tgkill tkill',
  time:
    'clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep setitimer time timer_create ' +
    'timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime timerfd_settime',
  waiting:
    'epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 futex futex_requeue ' +
    'futex_wait futex_waitv futex_wake inotify_add_watch inotify_init inotify_init1 inotify_rm_watch io_cancel ' +
    'io_destroy io_getevents io_pgetevents io_setup io_submit poll ppoll pselect6 select',
  messages:
    'accept accept4 bind connect getpeername getsockname getsockopt listen mq_getsetattr mq_notify mq_open ' +
    'mq_timedreceive mq_timedsend mq_unlink msgctl msgget msgrcv msgsnd recvfrom recvmmsg recvmsg semctl semget ' +
    'semop semtimedop sendmmsg sendmsg sendto setsockopt shmat shmctl shmdt shmget shutdown socketpair',
  random: 'getrandom',
} as const;

interface Rule {
  names: readonly string[];
  action: 'SCMP_ACT_ALLOW' | 'SCMP_ACT_ERRNO';
  errnoRet?: number;
  args?: readonly { index: number; value: number; valueTwo?: number; op: string }[];
}

const notPermitted = 1;
const notImplemented = 38;
const virtualMachineSockets = 40;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const newNamespaces = 0x7e020000;
/** The personalities of 64-bit Linux, without and with UNAME26, and the value that only reads the current one. */
const personalities = [0, 8, 0x20000, 0x20008, 0xffffffff];

const rules: readonly Rule[] = [
  { names: Object.values(allowed).flatMap((names) => names.split(' ')), action: 'SCMP_ACT_ALLOW' },
  {
    names: ['socket'],
    action: 'SCMP_ACT_ALLOW',
    args: [{ index: 0, value: virtualMachineSockets, op: 'SCMP_CMP_NE' }],
  },
  ...personalities.map(
    (value): Rule => ({
      names: ['personality'],
      action: 'SCMP_ACT_ALLOW',
      args: [{ index: 0, value, op: 'SCMP_CMP_EQ' }],
    }),
  ),
  {
    names: ['clone'],
    action: 'SCMP_ACT_ALLOW',
    args: [{ index: 0, value: newNamespaces, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
  },
  // A filter cannot read its flags, which are in memory. If it does not exist, the C library uses `clone`.
  { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: notImplemented },
];

/** Names of libseccomp by the engine's name of the architecture. */
const architectures: Readonly<Record<string, string>> = {
  x86_64: 'SCMP_ARCH_X86_64',
  aarch64: 'SCMP_ARCH_AARCH64',
};

/**
 * Returns the seccomp profile of every container of this daemon, in the JSON format of Docker's `--security-opt
 * seccomp=`. It allows what Docker's own profile allows without a capability, except what no sandbox requires. Only one
 * word size is allowed: a system call of a 32-bit program kills it. One architecture instead of three also saves a third
 * of libseccomp's work at the start of a container (docs/engine.md has the figures).
 * @param architecture the engine's name of it: `x86_64`, `aarch64`
 * @returns undefined for other architectures, which use the engine's own profile
 */
export function seccompProfile(architecture: string): string | undefined {
  const name = architectures[architecture];
  if (name === undefined) return undefined;
  return JSON.stringify({
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: notPermitted,
    architectures: [name],
    syscalls: rules,
  });
}
