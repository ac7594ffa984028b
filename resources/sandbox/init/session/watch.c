#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/path.h"
#include "program.h"
#include "session/session.h"
#include "session/watch.h"

#define HEADER_BYTES 5

static int begin(struct channel *channel, char *path);
static bool pump(struct channel *channel);
static bool is_repeated(const struct watching *watching, enum change change, const char *path);
static bool send_records(struct channel *channel);
static void close_watch(struct channel *channel);
static void release(struct channel *channel);

static const struct kind watching_kind = {.pump = pump, .close = close_watch, .release = release};

int watch_open(uint16_t number, struct fields *fields) {
  char *path = field_text(fields, PATH_CAP - 1);
  const uint8_t is_recursive = field_u8(fields);
  int error = fields_end(fields);
  if (error == 0 && is_recursive > 1) error = EINVAL;
  if (error != 0) return error;
  struct watching *watching = calloc(1, sizeof *watching);
  if (watching == NULL) return ENOMEM;
  struct channel *channel = channel_create(number, &watching_kind);
  channel->state = watching;
  watching->is_recursive = is_recursive == 1;
  strcpy(watching->path, path);
  error = begin(channel, path);
  if (error != 0) channel_drop(channel);
  return error;
}

/* Watches a folder, and with `is_recursive` those in it, or a file. A link is refused. Returns 0 or errno. */
static int begin(struct channel *channel, char *path) {
  const struct watching *watching = channel->state;
  struct target target;
  struct stat found;
  int error = path_open_parent(path, false, &target);
  if (error != 0) return error;
  if (fstatat(target.folder, target.name, &found, AT_SYMLINK_NOFOLLOW) < 0) error = errno;
  else if (S_ISLNK(found.st_mode)) error = ELOOP;
  if (error == 0 && S_ISDIR(found.st_mode) && watching->is_recursive) {
    int folder = -1;
    error = path_open_folder(path, &folder);
    if (error == 0) error = watch_tree_begin(channel, folder, path, false);
    close_once(&folder);
  } else if (error == 0) {
    error = watch_add(channel->number, target.folder, target.name, path);
  }
  close(target.folder);
  return error;
}

/* Adds a record. Without space for it, the daemon is notified that it must read the folder again. */
void watch_record(struct channel *channel, enum change change, const char *path) {
  struct watching *watching = channel->state;
  const size_t length = strlen(path);
  if (change == LOST || HEADER_BYTES + length > sizeof watching->records - watching->length) {
    watching->has_lost = true;
    return;
  }
  if (watching->has_lost || is_repeated(watching, change, path)) return;
  uint8_t *record = watching->records + watching->length;
  record[0] = (uint8_t)change;
  put_u32(record + 1, (uint32_t)length);
  memcpy(record + HEADER_BYTES, path, length);
  watching->length += HEADER_BYTES + length;
}

bool watch_is_open(const struct channel *channel) {
  return channel != NULL && channel->kind == &watching_kind;
}

/* Returns true if the newest record of the path, which was not sent yet, reports the same. */
static bool is_repeated(const struct watching *watching, enum change change, const char *path) {
  const size_t length = strlen(path);
  bool is_same = false;
  for (size_t at = 0; at < watching->length;) {
    const uint8_t *record = watching->records + at;
    const size_t found = get_u32(record + 1);
    if (found == length && memcmp(record + HEADER_BYTES, path, length) == 0) is_same = record[0] == (uint8_t)change;
    at += HEADER_BYTES + found;
  }
  return is_same;
}

/* Continues a walk. Accepts the channel when the first one has ended: changes are reported from then on. */
static bool pump(struct channel *channel) {
  struct watching *watching = channel->state;
  size_t budget = BATCH_ENTRIES;
  const bool is_walking = watch_tree_continue(channel, &budget);
  if (!watching->is_accepted && watching->walk != NULL) return true;
  if (!watching->is_accepted) channel_accept(channel, "", 0);
  watching->is_accepted = true;
  return send_records(channel) || is_walking;
}

/* Sends the records that have been collected, as soon as the credit covers them. */
static bool send_records(struct channel *channel) {
  struct watching *watching = channel->state;
  if (watching->length > 0 && channel->credit >= watching->length) {
    channel_send(channel, 0, watching->records, watching->length);
    watching->length = 0;
  }
  if (!watching->has_lost || watching->length > 0) return false;
  watching->has_lost = false;
  const size_t length = strlen(watching->path);
  watching->records[0] = LOST;
  put_u32(watching->records + 1, (uint32_t)length);
  memcpy(watching->records + HEADER_BYTES, watching->path, length);
  watching->length = HEADER_BYTES + length;
  return true;
}

static void close_watch(struct channel *channel) {
  const struct watching *watching = channel->state;
  if (watching->is_accepted) {
    channel_finish_with(channel, ECANCELED);
  } else {
    channel_refuse(channel->number, ECANCELED);
    channel_drop(channel);
  }
}

static void release(struct channel *channel) {
  watch_tree_end(channel);
  watch_remove(channel->number, NULL);
}
