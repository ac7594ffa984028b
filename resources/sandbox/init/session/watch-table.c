#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "program.h"
#include "session/session.h"
#include "session/watch.h"

#define EVENTS                                                                                              \
  (IN_CREATE | IN_MODIFY | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | \
   IN_DONT_FOLLOW | IN_EXCL_UNLINK)

static int open_inotify(void);
static int add_to_kernel(int folder, const char *name);
static void remove_at(size_t index, bool is_in_kernel);
static bool is_in_use(int id);

/* One instance for all watches: the kernel limits their number per user, over all containers. */
static int inotify = -1;
static struct watch watches[WATCHES_CAP];
static size_t watches_count;

/* Returns the descriptor of the events, or -1 without a watch. */
int watches_descriptor(void) {
  return inotify;
}

/* Returns a watch, or null at the end of the table. */
const struct watch *watch_at(size_t index) {
  return index < watches_count ? &watches[index] : NULL;
}

/* Watches an entry of a folder for a channel. Returns 0 or errno: ENOSPC at the limit of init or of the kernel. */
int watch_add(uint16_t channel, int folder, const char *name, const char *path) {
  int error = inotify < 0 ? open_inotify() : 0;
  const int id = error == 0 ? add_to_kernel(folder, name) : -1;
  if (error == 0 && id < 0) error = errno;
  char *copy = error == 0 ? strdup(path) : NULL;
  if (error == 0 && copy == NULL) error = ENOMEM;
  for (size_t index = 0; index < watches_count && error == 0; index++) {
    if (watches[index].id != id || watches[index].channel != channel) continue;
    /* A folder that was moved. */
    free(watches[index].path);
    watches[index].path = copy;
    return 0;
  }
  if (error == 0 && watches_count == WATCHES_CAP) error = ENOSPC;
  if (error == 0) watches[watches_count++] = (struct watch){.id = id, .channel = channel, .path = copy};
  else if (id >= 0 && !is_in_use(id)) inotify_rm_watch(inotify, id);
  if (error != 0) free(copy);
  if (watches_count == 0) close_once(&inotify);
  return error;
}

/* Removes the watches of a channel: at a path and below it, or all if it is null. The last one closes the instance. */
void watch_remove(uint16_t channel, const char *path) {
  for (size_t index = watches_count; index-- > 0;) {
    const struct watch *watch = &watches[index];
    if (watch->channel == channel && (path == NULL || path_is_in(watch->path, path))) remove_at(index, true);
  }
  if (watches_count == 0) close_once(&inotify);
}

/* Removes the watches that the kernel has removed. */
void watch_forget(int id) {
  for (size_t index = watches_count; index-- > 0;) {
    if (watches[index].id == id) remove_at(index, false);
  }
}

static int open_inotify(void) {
  inotify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  return inotify < 0 ? errno : 0;
}

/* The call takes only paths, so init's current folder is the folder for this moment. Returns the id, or -1. */
static int add_to_kernel(int folder, const char *name) {
  const int work = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (work < 0 || fchdir(folder) < 0) {
    const int error = errno;
    if (work >= 0) close(work);
    errno = error;
    return -1;
  }
  const int id = inotify_add_watch(inotify, name, EVENTS);
  const int error = errno;
  if (fchdir(work) < 0) stream_end();
  close(work);
  errno = error;
  return id;
}

/* The last watch moves to the index of the one that is removed. */
static void remove_at(size_t index, bool is_in_kernel) {
  const int id = watches[index].id;
  free(watches[index].path);
  watches[index] = watches[--watches_count];
  if (is_in_kernel && !is_in_use(id)) inotify_rm_watch(inotify, id);
}

/* A folder that several channels watch has one id. */
static bool is_in_use(int id) {
  for (size_t index = 0; index < watches_count; index++) {
    if (watches[index].id == id) return true;
  }
  return false;
}
