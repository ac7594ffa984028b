/* Walks a tree of folders in steps, without following links. */
#ifndef STRONGROOM_WALK_H
#define STRONGROOM_WALK_H

#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

/* Folders that are open at the same time: the first one and those below it. */
#define LEVELS_CAP (DEPTH_CAP + 1)
#define ENTRIES_BYTES 4096

/* An open folder, and the entries of it that the kernel has returned. */
struct level {
  int folder;
  /* Length of the folder's path, with a slash at its end unless it is empty. */
  size_t path_length;
  size_t next;
  size_t end;
  /* Times that the folder was read again because it was not empty. */
  int repeats;
  char entries[ENTRIES_BYTES] __attribute__((aligned(8)));
};

struct walk {
  struct level *levels[LEVELS_CAP];
  int depth;
  /* Path of the last entry, relative to the work directory. */
  char path[PATH_CAP];
};

int walk_begin(struct walk *walk, int folder, const char *path);
const char *walk_next(struct walk *walk, int *error);
int walk_enter(struct walk *walk, const char *name);
void walk_leave(struct walk *walk);
int walk_repeat(struct walk *walk);
struct level *walk_level(const struct walk *walk);
void walk_end(struct walk *walk);

#endif
