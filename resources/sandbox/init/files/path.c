#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/path.h"
#include "program.h"
#include "protocol.h"

#define FOLDER_FLAGS (O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define FOLDER_MODE 0755

static int check(const char *path);
static bool is_name(const char *name, size_t length);
static int enter(int *folder, const char *name, bool creates_folders);
static int explain(int folder, const char *name, int error);

/*
 * Opens the folder of a path, one part after the other. With `creates_folders` it makes those that are missing. Returns
 * 0 or errno: ELOOP if a part is a link, EINVAL if the path is none of ours. The caller closes the folder.
 */
int path_open_parent(char *path, bool creates_folders, struct target *target) {
  target->folder = -1;
  int error = check(path);
  if (error != 0) return error;
  int folder = open(WORK_DIRECTORY, FOLDER_FLAGS);
  if (folder < 0) return errno;
  char *name = path;
  for (char *slash = strchr(name, '/'); slash != NULL && error == 0; slash = strchr(name, '/')) {
    *slash = '\0';
    error = enter(&folder, name, creates_folders);
    *slash = '/';
    name = slash + 1;
  }
  if (error != 0) {
    close_once(&folder);
    return error;
  }
  target->folder = folder;
  target->name = *name == '\0' ? "." : name;
  return 0;
}

/* Opens the folder that a path names. Returns 0 or errno. */
int path_open_folder(char *path, int *folder) {
  struct target target;
  int error = path_open_parent(path, false, &target);
  if (error == 0) error = enter(&target.folder, target.name, false);
  if (error == 0) *folder = target.folder;
  else close_once(&target.folder);
  return error;
}

/* Makes a folder and those above it. Succeeds if it exists. Returns 0 or errno. */
int path_create_folder(char *path) {
  struct target target;
  int error = path_open_parent(path, true, &target);
  if (error == 0) error = enter(&target.folder, target.name, true);
  close_once(&target.folder);
  return error;
}

/* Returns 0 for an empty path, and for parts that are separated by slashes and are neither empty nor `.` nor `..`. */
static int check(const char *path) {
  int depth = 0;
  if (*path == '\0') return 0;
  if (strlen(path) >= PATH_CAP) return ENAMETOOLONG;
  for (const char *name = path;; depth++) {
    const size_t length = strcspn(name, "/");
    if (!is_name(name, length)) return EINVAL;
    if (depth > DEPTH_CAP) return ENAMETOOLONG;
    if (name[length] == '\0') return 0;
    name += length + 1;
  }
}

static bool is_name(const char *name, size_t length) {
  return length > 0 && (length != 1 || name[0] != '.') && (length != 2 || name[0] != '.' || name[1] != '.');
}

/* Replaces the folder by one that is in it. Returns 0 or errno; the caller closes the folder in both cases. */
static int enter(int *folder, const char *name, bool creates_folders) {
  int next = openat(*folder, name, FOLDER_FLAGS);
  if (next < 0 && errno == ENOENT && creates_folders) {
    if (mkdirat(*folder, name, FOLDER_MODE) < 0 && errno != EEXIST) return errno;
    next = openat(*folder, name, FOLDER_FLAGS);
  }
  if (next < 0) return explain(*folder, name, errno);
  close(*folder);
  *folder = next;
  return 0;
}

/* The kernel reports ENOTDIR for a link too. */
static int explain(int folder, const char *name, int error) {
  struct stat found;
  const bool may_be_link = error == ENOTDIR && fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0;
  return may_be_link && S_ISLNK(found.st_mode) ? ELOOP : error;
}
