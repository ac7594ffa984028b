#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "facts/facts.h"

/* Size of the text of memory.stat, which has about 60 fields. */
#define STAT_CHARS 8192

static bool read_file(const char *path, char *text, size_t size);
static int64_t sum_file_pages(const char *path);
static int64_t read_number(const char *path);
static int64_t read_field(const char *path, const char *name);

/* Returns the memory in use in bytes, or -1. */
int64_t cgroup_memory(void) {
  const int64_t second = read_number("/sys/fs/cgroup/memory.current");
  return second >= 0 ? second : read_number("/sys/fs/cgroup/memory/memory.usage_in_bytes");
}

/* Returns the memory of file caches, which the kernel takes back when programs need it, or -1. */
int64_t cgroup_memory_cache(void) {
  const int64_t second = sum_file_pages("/sys/fs/cgroup/memory.stat");
  return second >= 0 ? second : sum_file_pages("/sys/fs/cgroup/memory/memory.stat");
}

/* Returns the number of processes and threads, or -1. */
int64_t cgroup_pids(void) {
  const int64_t second = read_number("/sys/fs/cgroup/pids.current");
  return second >= 0 ? second : read_number("/sys/fs/cgroup/pids/pids.current");
}

/* Returns the peak memory in bytes, or -1 if neither cgroup version reports it. */
int64_t cgroup_memory_peak(void) {
  const int64_t second = read_number("/sys/fs/cgroup/memory.peak");
  return second >= 0 ? second : read_number("/sys/fs/cgroup/memory/memory.max_usage_in_bytes");
}

/* Returns the number of processes of this container that the kernel's OOM killer has killed, or -1 if unknown. */
int64_t cgroup_oom_kills(void) {
  const int64_t second = read_field("/sys/fs/cgroup/memory.events", "\noom_kill ");
  return second >= 0 ? second : read_field("/sys/fs/cgroup/memory/memory.oom_control", "\noom_kill ");
}

/* Returns how many times the kernel refused a new process because of the process limit, or -1 if unknown. */
int64_t cgroup_pids_refusals(void) {
  const int64_t second = read_field("/sys/fs/cgroup/pids.events", "max ");
  return second >= 0 ? second : read_field("/sys/fs/cgroup/pids/pids.events", "max ");
}

/* Both versions have these fields. Pages of a tmpfs are not among them. */
static int64_t sum_file_pages(const char *path) {
  static char text[STAT_CHARS];
  if (!read_file(path, text, sizeof text)) return -1;
  const char *inactive = strstr(text, "\ninactive_file ");
  const char *active = strstr(text, "\nactive_file ");
  if (inactive == NULL || active == NULL) return -1;
  return strtoll(inactive + strlen("\ninactive_file "), NULL, 10) + strtoll(active + strlen("\nactive_file "), NULL, 10);
}

static int64_t read_number(const char *path) {
  char text[512];
  return read_file(path, text, sizeof text) ? strtoll(text, NULL, 10) : -1;
}

static int64_t read_field(const char *path, const char *name) {
  char text[512];
  if (!read_file(path, text, sizeof text)) return -1;
  const char *found = strstr(text, name);
  return found == NULL ? -1 : strtoll(found + strlen(name), NULL, 10);
}

static bool read_file(const char *path, char *text, size_t size) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t count = read(file, text, size - 1);
  close(file);
  if (count < 0) return false;
  text[count] = '\0';
  return true;
}
