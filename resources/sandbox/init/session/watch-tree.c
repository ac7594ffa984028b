#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files/walk.h"
#include "session/watch.h"

/* More than a work directory can have. A tree to which a process adds entries all the time is read no further. */
#define ENTRIES_CAP 65536

static bool visit(struct channel *channel, struct walk *walk, const char *name, bool reports);

/*
 * Watches a folder and all folders below it, for a channel. With `reports` it adds a record for each entry: a folder
 * that was just created can have entries that no event reports. Returns 0, or errno if the folder is not watched.
 */
int watch_tree(struct channel *channel, int folder, const char *path, bool reports) {
  int error = watch_add(channel->number, folder, ".", path);
  if (error != 0) return error;
  struct walk *walk = calloc(1, sizeof *walk);
  bool is_complete = walk != NULL && walk_begin(walk, folder, path) == 0;
  for (int count = 0; is_complete && walk_level(walk) != NULL; count++) {
    const char *name = walk_next(walk, &error);
    if (error != 0 || count == ENTRIES_CAP) is_complete = false;
    else if (name == NULL) walk_leave(walk);
    else is_complete = visit(channel, walk, name, reports);
  }
  if (!is_complete) watch_record(channel, LOST, path);
  if (walk != NULL) walk_end(walk);
  free(walk);
  return 0;
}

/* Returns false if a folder cannot be watched. */
static bool visit(struct channel *channel, struct walk *walk, const char *name, bool reports) {
  struct stat found;
  if (fstatat(walk_level(walk)->folder, name, &found, AT_SYMLINK_NOFOLLOW) < 0) return true;
  if (reports) watch_record(channel, CREATED, walk->path);
  if (!S_ISDIR(found.st_mode)) return true;
  char path[PATH_CAP];
  strcpy(path, walk->path);
  const int error = walk_enter(walk, name);
  if (error == ENOENT || error == ENOTDIR || error == ELOOP) return true;
  return error == 0 && watch_add(channel->number, walk_level(walk)->folder, ".", path) == 0;
}
