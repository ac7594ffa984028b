#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/path.h"
#include "files/walk.h"
#include "program.h"
#include "session/session.h"

/* A process may add entries to a folder that is being deleted. After this many attempts the deletion fails. */
#define ATTEMPTS 8

struct deletion {
  struct walk walk;
  int folder;
  char name[PATH_CAP];
};

static int begin(const struct operation *operation, const struct target *target);
static int finish(uint16_t number);
static bool pump(struct channel *channel);
static int step(struct deletion *deletion, bool *is_done);
static int leave(struct deletion *deletion, bool *is_done);
static void release(struct channel *channel);

static const struct kind deletion_kind = {.pump = pump, .release = release};

/* Deletes a file or link at once, and a folder in steps. */
int delete_open(const struct operation *operation) {
  struct target target;
  if (*operation->path == '\0') return EINVAL;
  int error = path_open_parent(operation->path, false, &target);
  if (error != 0) return error;
  if (unlinkat(target.folder, target.name, 0) == 0) {
    close(target.folder);
    return finish(operation->number);
  }
  error = errno == EISDIR ? begin(operation, &target) : errno;
  if (error != 0) close(target.folder);
  return error;
}

/* Creates the channel, which takes the target's folder over. Returns 0 or errno. */
static int begin(const struct operation *operation, const struct target *target) {
  int folder = openat(target->folder, target->name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return errno;
  struct deletion *deletion = calloc(1, sizeof *deletion);
  const int error = deletion == NULL ? ENOMEM : walk_begin(&deletion->walk, folder, "");
  close(folder);
  if (error != 0) {
    free(deletion);
    return error;
  }
  deletion->folder = target->folder;
  strcpy(deletion->name, target->name);
  struct channel *channel = channel_create(operation->number, &deletion_kind);
  channel->state = deletion;
  channel_accept(channel, "", 0);
  return 0;
}

static int finish(uint16_t number) {
  struct channel *channel = channel_create(number, &deletion_kind);
  channel_accept(channel, "", 0);
  channel_finish_with(channel, 0);
  return 0;
}

static bool pump(struct channel *channel) {
  struct deletion *deletion = channel->state;
  bool is_done = false;
  int error = 0;
  for (int count = 0; count < BATCH_ENTRIES && error == 0 && !is_done; count++) error = step(deletion, &is_done);
  if (error == 0 && !is_done) return true;
  channel_finish_with(channel, error);
  return false;
}

/* Deletes one entry, or enters or leaves a folder. Returns 0 or errno. */
static int step(struct deletion *deletion, bool *is_done) {
  struct walk *walk = &deletion->walk;
  int error;
  const char *name = walk_next(walk, &error);
  if (error != 0) return error;
  if (name == NULL) return leave(deletion, is_done);
  if (unlinkat(walk_level(walk)->folder, name, 0) == 0 || errno == ENOENT) return 0;
  return errno == EISDIR ? walk_enter(walk, name) : errno;
}

/* Removes a folder that is empty now. One that is not is read again. */
static int leave(struct deletion *deletion, bool *is_done) {
  struct walk *walk = &deletion->walk;
  const bool is_first = walk->depth == 1;
  const struct level *level = walk_level(walk);
  char path[PATH_CAP];
  memcpy(path, walk->path, sizeof path);
  if (level->path_length > 0) path[level->path_length - 1] = '\0';
  const char *slash = strrchr(path, '/');
  const char *name = is_first ? deletion->name : slash == NULL ? path : slash + 1;
  const int parent = is_first ? deletion->folder : walk->levels[walk->depth - 2]->folder;
  if (unlinkat(parent, name, AT_REMOVEDIR) < 0 && errno != ENOENT) {
    const int error = errno;
    return error == ENOTEMPTY && walk_repeat(walk) <= ATTEMPTS ? 0 : error;
  }
  walk_leave(walk);
  *is_done = is_first;
  return 0;
}

static void release(struct channel *channel) {
  struct deletion *deletion = channel->state;
  if (deletion == NULL) return;
  walk_end(&deletion->walk);
  close_once(&deletion->folder);
}
