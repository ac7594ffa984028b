#define _GNU_SOURCE
#include <sys/statvfs.h>

#include "facts/facts.h"
#include "protocol.h"

static bool is_full(const char *path);

/* Returns true if a directory that a program can write to has no free block or no free inode. */
bool disk_is_full(void) {
  return is_full(WORK_DIRECTORY) || is_full("/tmp");
}

/* Size of the work directory's file system, and the bytes that are in use; 0 if unknown. */
void disk_usage(uint64_t *bytes, uint64_t *used_bytes) {
  struct statvfs found;
  *bytes = *used_bytes = 0;
  if (statvfs(WORK_DIRECTORY, &found) < 0) return;
  *bytes = (uint64_t)found.f_blocks * found.f_frsize;
  *used_bytes = (uint64_t)(found.f_blocks - found.f_bfree) * found.f_frsize;
}

/* A file system without a limit of inodes reports zero of them in all. */
static bool is_full(const char *path) {
  struct statvfs found;
  if (statvfs(path, &found) < 0) return false;
  return found.f_bavail == 0 || (found.f_files > 0 && found.f_favail == 0);
}
