/*
 * Makes the functions of the C library that count processors return the limit of the sandbox. The limit is a share of
 * time, so the kernel itself reports the processors of the machine. Threads are not pinned: they run on any processor.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int allowed(void);
static long read_limit(void);
static bool read_numbers(const char *path, long *first, long *second);
static void narrow(size_t size, cpu_set_t *set);

int get_nprocs(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int get_nprocs_conf(void) {
  return get_nprocs();
}

long sysconf(int name) {
  static long (*next)(int);
  if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) return get_nprocs();
  if (next == NULL) next = (long (*)(int))(uintptr_t)dlsym(RTLD_NEXT, "sysconf");
  return next(name);
}

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
  const long count = syscall(SYS_sched_getaffinity, pid, size < INT32_MAX ? size : INT32_MAX, set);
  if (count < 0) return -1;
  memset((char *)set + count, 0, size - (size_t)count);
  narrow(size, set);
  return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  static int (*next)(pthread_t, size_t, cpu_set_t *);
  if (next == NULL)
    next = (int (*)(pthread_t, size_t, cpu_set_t *))(uintptr_t)dlsym(RTLD_NEXT, "pthread_getaffinity_np");
  const int error = next(thread, size, set);
  if (error == 0) narrow(size, set);
  return error;
}

/* Leaves as many processors in the set as are allowed, beginning at the current one: a program may pin itself to them. */
static void narrow(size_t size, cpu_set_t *set) {
  static int first = -1;
  const int limit = allowed();
  const int last = (int)(size * 8);
  if (limit == 0 || CPU_COUNT_S(size, set) <= limit) return;
  if (first < 0) first = sched_getcpu();
  int kept = 0;
  const int start = first > 0 && first < last ? first : 0;
  for (int index = 0; index < last; index++) {
    const size_t processor = (size_t)((start + index) % last);
    if (!CPU_ISSET_S(processor, size, set)) continue;
    if (kept < limit) kept++;
    else CPU_CLR_S(processor, size, set);
  }
}

/* Returns the number of processors that the limit allows, rounded up, or 0 if there is no limit. */
static int allowed(void) {
  static int cached = -1;
  if (cached < 0) {
    const int error = errno;
    const long limit = read_limit();
    cached = limit > 0 && limit < CPU_SETSIZE ? (int)limit : 0;
    errno = error;
  }
  return cached;
}

/* Reads the limit of the control group, of version 2 or 1: a quota of time in each period. */
static long read_limit(void) {
  long quota = 0, period = 0, unused;
  if (!read_numbers("/sys/fs/cgroup/cpu.max", &quota, &period)) {
    if (!read_numbers("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", &quota, &unused)) return 0;
    if (!read_numbers("/sys/fs/cgroup/cpu/cpu.cfs_period_us", &period, &unused)) return 0;
  }
  return quota > 0 && period > 0 ? (quota + period - 1) / period : 0;
}

/* Reads one or two numbers. A missing second one is 0, and so is a word. */
static bool read_numbers(const char *path, long *first, long *second) {
  char text[64];
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = '\0';
  char *end;
  *first = strtol(text, &end, 10);
  *second = strtol(end, NULL, 10);
  return true;
}
