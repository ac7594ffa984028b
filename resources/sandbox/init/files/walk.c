#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/walk.h"

static int push(struct walk *walk, int folder, size_t path_length);

/*
 * Begins in a folder, whose descriptor stays the caller's. `path` is the folder's own. The walk must be zero before.
 * Returns 0 or errno; after a failure nothing is left to close.
 */
int walk_begin(struct walk *walk, int folder, const char *path) {
  const size_t length = strlen(path);
  if (length + 2 > sizeof walk->path) return ENAMETOOLONG;
  const int opened = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return errno;
  memcpy(walk->path, path, length);
  if (length > 0) walk->path[length] = '/';
  return push(walk, opened, length > 0 ? length + 1 : 0);
}

/*
 * Returns the name of the next entry of the innermost folder and sets the walk's path to it. Returns null at the end of
 * the folder, and with an error.
 */
const char *walk_next(struct walk *walk, int *error) {
  struct level *level = walk_level(walk);
  *error = 0;
  for (;;) {
    if (level->next == level->end) {
      const ssize_t count = getdents64(level->folder, level->entries, sizeof level->entries);
      if (count < 0) *error = errno;
      if (count <= 0) return NULL;
      level->next = 0;
      level->end = (size_t)count;
    }
    const struct dirent64 *entry = (const struct dirent64 *)(const void *)(level->entries + level->next);
    level->next += entry->d_reclen;
    const size_t length = strlen(entry->d_name);
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (level->path_length + length + 2 > sizeof walk->path) {
      *error = ENAMETOOLONG;
      return NULL;
    }
    memcpy(walk->path + level->path_length, entry->d_name, length + 1);
    return entry->d_name;
  }
}

/* Continues in a folder that is an entry of the innermost one. Returns 0 or errno; then the walk is unchanged. */
int walk_enter(struct walk *walk, const char *name) {
  const struct level *level = walk_level(walk);
  if (walk->depth == LEVELS_CAP) return ENAMETOOLONG;
  const size_t length = level->path_length + strlen(name);
  const int folder = openat(level->folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return errno;
  walk->path[length] = '/';
  return push(walk, folder, length + 1);
}

/* Returns to the folder above. The walk's path is that of the folder that was left. */
void walk_leave(struct walk *walk) {
  struct level *level = walk_level(walk);
  walk->path[level->path_length > 0 ? level->path_length - 1 : 0] = '\0';
  close(level->folder);
  free(level);
  walk->levels[--walk->depth] = NULL;
}

/* Reads the innermost folder from its beginning again. Returns the number of times that this was done. */
int walk_repeat(struct walk *walk) {
  struct level *level = walk_level(walk);
  lseek(level->folder, 0, SEEK_SET);
  level->next = level->end = 0;
  return ++level->repeats;
}

/* Returns the innermost folder, or null. */
struct level *walk_level(const struct walk *walk) {
  return walk->depth == 0 ? NULL : walk->levels[walk->depth - 1];
}

void walk_end(struct walk *walk) {
  while (walk->depth > 0) walk_leave(walk);
}

/* Takes the descriptor over. */
static int push(struct walk *walk, int folder, size_t path_length) {
  struct level *level = malloc(sizeof *level);
  if (level == NULL) {
    close(folder);
    return ENOMEM;
  }
  level->folder = folder;
  level->path_length = path_length;
  level->next = level->end = 0;
  level->repeats = 0;
  walk->levels[walk->depth++] = level;
  return 0;
}
