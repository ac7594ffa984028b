#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files/path.h"
#include "program.h"
#include "session/watch.h"

/* More than a work directory can have. A tree to which a process adds entries all the time is read no further. */
#define ENTRIES_CAP 65536

static bool step(struct channel *channel);
static bool visit(struct channel *channel, const char *name);
static void walk_again(struct channel *channel);

/*
 * Begins to watch a folder and all folders below it. The channel's `pump` continues the walk. With `reports` it adds a
 * record for each entry: a folder that was just created can have entries that no event reports. During another walk,
 * all folders are walked again after it. Returns 0, or errno if the folder is not watched.
 */
int watch_tree_begin(struct channel *channel, int folder, const char *path, bool reports) {
  struct watching *watching = channel->state;
  if (watching->walk != NULL || watching->needs_walk) {
    watching->needs_walk = true;
    watch_record(channel, LOST, path);
    return 0;
  }
  const int error = watch_add(channel->number, folder, ".", path);
  if (error != 0) return error;
  watching->walk = calloc(1, sizeof *watching->walk);
  watching->walked = strdup(path);
  watching->walked_entries = 0;
  watching->reports = reports;
  if (watching->walk == NULL || watching->walked == NULL || walk_begin(watching->walk, folder, path) != 0) {
    watch_tree_end(channel);
    watch_record(channel, LOST, path);
  }
  return 0;
}

/* Visits entries, and counts each in the budget. Returns true if a walk has more of them. */
bool watch_tree_continue(struct channel *channel, size_t *budget) {
  struct watching *watching = channel->state;
  for (; *budget > 0 && watching->walk != NULL; --*budget) {
    if (step(channel)) continue;
    /* Changes that happened before a repeated walk has reached their folder were not reported. */
    if (watching->is_accepted && !watching->reports) watch_record(channel, LOST, watching->walked);
    watch_tree_end(channel);
  }
  if (watching->walk == NULL && watching->needs_walk && *budget > 0) walk_again(channel);
  return watching->walk != NULL || watching->needs_walk;
}

/* A folder no longer has this path. A walk in it knows wrong paths, so it is replaced. */
void watch_tree_forget(struct channel *channel, const char *path) {
  struct watching *watching = channel->state;
  watch_remove(channel->number, path);
  if (watching->walk == NULL) return;
  if (!path_is_in(watching->walked, path) && !path_is_in(watching->walk->path, path)) return;
  watch_tree_end(channel);
  watching->needs_walk = true;
  watch_record(channel, LOST, path);
}

void watch_tree_end(struct channel *channel) {
  struct watching *watching = channel->state;
  if (watching->walk != NULL) walk_end(watching->walk);
  free(watching->walk);
  free(watching->walked);
  watching->walk = NULL;
  watching->walked = NULL;
}

/* Returns true for the folder and everything below it. */
bool path_is_in(const char *path, const char *folder) {
  const size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (length == 0 || path[length] == '\0' || path[length] == '/');
}

/* Returns false at the end of the walk. */
static bool step(struct channel *channel) {
  struct watching *watching = channel->state;
  struct walk *walk = watching->walk;
  int error;
  const char *name = walk_next(walk, &error);
  if (name == NULL && error == 0) {
    walk_leave(walk);
    return walk_level(walk) != NULL;
  }
  if (name != NULL && ++watching->walked_entries <= ENTRIES_CAP && visit(channel, name)) return true;
  watch_record(channel, LOST, watching->walked);
  return false;
}

/* Returns false if no further folder can be watched. */
static bool visit(struct channel *channel, const char *name) {
  struct watching *watching = channel->state;
  struct walk *walk = watching->walk;
  struct stat found;
  if (fstatat(walk_level(walk)->folder, name, &found, AT_SYMLINK_NOFOLLOW) < 0) return true;
  if (watching->reports) watch_record(channel, CREATED, walk->path);
  if (!S_ISDIR(found.st_mode)) return true;
  char path[PATH_CAP];
  strcpy(path, walk->path);
  int error = walk_enter(walk, name);
  if (error == ENOENT || error == ENOTDIR || error == ELOOP) return true;
  if (error == 0) error = watch_add(channel->number, walk_level(walk)->folder, ".", path);
  /* Such a folder is left out; the others can be watched. */
  if (error == EACCES || error == ENAMETOOLONG) watch_record(channel, LOST, path);
  return error == 0 || error == EACCES || error == ENAMETOOLONG;
}

/* Walks all folders of the channel. Their entries are not reported, because the daemon reads them after `o`. */
static void walk_again(struct channel *channel) {
  struct watching *watching = channel->state;
  int folder = -1;
  watching->needs_walk = false;
  const int error = path_open_folder(watching->path, &folder);
  if (error == 0 && watch_tree_begin(channel, folder, watching->path, false) != 0) {
    watch_record(channel, LOST, watching->path);
  }
  close_once(&folder);
}
