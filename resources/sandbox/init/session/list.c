#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/path.h"
#include "files/record.h"
#include "files/walk.h"
#include "program.h"
#include "session/session.h"

#define LIST_ENTRIES_CAP 10000

struct listing {
  struct walk walk;
  uint32_t depth;
  uint32_t entries;
  /* Some entries are not in the list. */
  bool is_cut;
};

static bool pump(struct channel *channel);
static bool is_complete(struct listing *listing, uint8_t *chunk, size_t *length, size_t limit);
static bool add(struct listing *listing, const char *name, uint8_t *chunk, size_t *length);
static void release(struct channel *channel);

static const struct kind listing_kind = {.pump = pump, .release = release};

int list_open(const struct operation *operation) {
  int folder;
  if (operation->argument == 0) return EINVAL;
  int error = path_open_folder(operation->path, &folder);
  if (error != 0) return error;
  struct listing *listing = calloc(1, sizeof *listing);
  error = listing == NULL ? ENOMEM : walk_begin(&listing->walk, folder, operation->path);
  close(folder);
  if (error != 0) {
    free(listing);
    return error;
  }
  listing->depth = operation->argument < DEPTH_CAP ? operation->argument : DEPTH_CAP;
  struct channel *channel = channel_create(operation->number, &listing_kind);
  channel->state = listing;
  channel_accept(channel, "", 0);
  return 0;
}

/* Sends one frame of records, from a limited number of entries. It waits for the credit of a whole record. */
static bool pump(struct channel *channel) {
  static uint8_t chunk[DATA_BYTES];
  struct listing *listing = channel->state;
  const size_t limit = channel->credit < sizeof chunk ? (size_t)channel->credit : sizeof chunk;
  size_t length = 0;
  if (limit < RECORD_CAP) return false;
  const bool is_last = is_complete(listing, chunk, &length, limit);
  if (length > 0) channel_send(channel, 0, chunk, length);
  if (!is_last) return true;
  uint8_t ending[5] = {0, 0, 0, 0, listing->is_cut};
  channel_finish(channel, ending, sizeof ending);
  return false;
}

/* Collects records until the frame is full or the batch is done. Returns true if no entry is left. */
static bool is_complete(struct listing *listing, uint8_t *chunk, size_t *length, size_t limit) {
  struct walk *walk = &listing->walk;
  for (int count = 0; count < BATCH_ENTRIES && limit - *length >= RECORD_CAP; count++) {
    int error;
    const char *name = walk_next(walk, &error);
    if (error == ENAMETOOLONG) {
      listing->is_cut = true;
    } else if (name == NULL) {
      walk_leave(walk);
      if (walk_level(walk) == NULL) return true;
    } else if (listing->entries == LIST_ENTRIES_CAP) {
      listing->is_cut = true;
      return true;
    } else if (add(listing, name, chunk, length)) {
      listing->entries++;
    }
  }
  return false;
}

/* Adds a record, and continues in a folder. Returns false if the entry no longer exists. */
static bool add(struct listing *listing, const char *name, uint8_t *chunk, size_t *length) {
  struct walk *walk = &listing->walk;
  struct stat found;
  const int folder = walk_level(walk)->folder;
  if (fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) < 0) return false;
  *length += record_write(chunk + *length, &(struct entry){folder, name, walk->path, &found});
  if (S_ISDIR(found.st_mode) && (uint32_t)walk->depth < listing->depth) {
    /* A folder that cannot be read is listed as if it were empty. */
    const int error = walk_enter(walk, name);
    if (error == EMFILE || error == ENOMEM || error == ENAMETOOLONG) listing->is_cut = true;
  }
  return true;
}

static void release(struct channel *channel) {
  struct listing *listing = channel->state;
  walk_end(&listing->walk);
}
