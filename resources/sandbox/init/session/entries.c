#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/path.h"
#include "files/record.h"
#include "session/session.h"

#define REPLACE 1

static int stat_open(const struct operation *operation);
static int make_open(const struct operation *operation);
static int move_open(const struct operation *operation);
static int move(const struct operation *operation, const struct target *from);
static int finish(uint16_t number, const void *record, size_t length);
static bool pump(struct channel *channel);

static const struct kind at_once = {.pump = pump};

/* An operation that fails at once is refused. */
int entries_open(uint16_t number, struct fields *fields) {
  struct operation operation = {.number = number};
  const uint8_t name = field_u8(fields);
  operation.path = field_text(fields, PATH_CAP - 1);
  operation.second = field_text(fields, PATH_CAP - 1);
  operation.argument = field_u32(fields);
  const int error = fields_end(fields);
  if (error != 0) return error;
  switch (name) {
    case 's':
      return stat_open(&operation);
    case 'l':
      return list_open(&operation);
    case 'm':
      return make_open(&operation);
    case 'v':
      return move_open(&operation);
    case 'd':
      return delete_open(&operation);
    default:
      return EINVAL;
  }
}

static int stat_open(const struct operation *operation) {
  struct target target;
  struct stat found;
  uint8_t record[RECORD_CAP];
  size_t length = 0;
  int error = path_open_parent(operation->path, false, &target);
  if (error != 0) return error;
  if (fstatat(target.folder, target.name, &found, AT_SYMLINK_NOFOLLOW) < 0) error = errno;
  else length = record_write(record, &(struct entry){target.folder, target.name, operation->path, &found});
  close(target.folder);
  return error != 0 ? error : finish(operation->number, record, length);
}

static int make_open(const struct operation *operation) {
  const int error = path_create_folder(operation->path);
  return error != 0 ? error : finish(operation->number, "", 0);
}

static int move_open(const struct operation *operation) {
  struct target from;
  if (*operation->path == '\0' || *operation->second == '\0' || operation->argument > REPLACE) return EINVAL;
  int error = path_open_parent(operation->path, false, &from);
  if (error != 0) return error;
  error = move(operation, &from);
  close(from.folder);
  return error != 0 ? error : finish(operation->number, "", 0);
}

static int move(const struct operation *operation, const struct target *from) {
  struct target to;
  int error = path_open_parent(operation->second, false, &to);
  if (error != 0) return error;
  const unsigned int flags = operation->argument == REPLACE ? 0 : RENAME_NOREPLACE;
  if (renameat2(from->folder, from->name, to.folder, to.name, flags) < 0) error = errno;
  close(to.folder);
  return error;
}

/* Accepts the channel, sends a record if there is one, and ends the channel. */
static int finish(uint16_t number, const void *record, size_t length) {
  struct channel *channel = channel_create(number, &at_once);
  channel_accept(channel, "", 0);
  if (length > 0) channel_send(channel, 0, record, length);
  channel_finish_with(channel, 0);
  return 0;
}

static bool pump(struct channel *channel) {
  (void)channel;
  return false;
}
