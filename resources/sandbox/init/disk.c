#define _GNU_SOURCE
#include <sys/statvfs.h>

#include "init.h"

static bool is_full(const char *path);

/* Returns true if a directory that a program can write to has no free block or no free inode. */
bool disk_is_full(void) {
  return is_full(WORK_DIRECTORY) || is_full("/tmp");
}

/* A file system without a limit of inodes reports zero of them in all. */
static bool is_full(const char *path) {
  struct statvfs found;
  if (statvfs(path, &found) < 0) return false;
  return found.f_bavail == 0 || (found.f_files > 0 && found.f_favail == 0);
}
