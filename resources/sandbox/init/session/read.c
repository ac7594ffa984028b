#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/path.h"
#include "files/record.h"
#include "program.h"
#include "session/session.h"

#define TO_THE_END UINT64_MAX

struct reading {
  int file;
  off_t position;
  uint64_t left;
};

static int open_file(char *path, int *file, uint8_t *record, size_t *length);
static int begin(uint16_t number, int file, struct channel **created);
static bool pump(struct channel *channel);
static void release(struct channel *channel);

static const struct kind reading_kind = {.pump = pump, .release = release};

int read_open(uint16_t number, struct fields *fields) {
  char *path = field_text(fields, PATH_CAP - 1);
  const uint64_t offset = field_u64(fields);
  const uint64_t length = field_u64(fields);
  uint8_t record[RECORD_CAP];
  size_t record_length;
  struct channel *channel;
  int file = -1;
  int error = fields_end(fields);
  if (error == 0 && offset > INT64_MAX) error = EINVAL;
  if (error == 0) error = open_file(path, &file, record, &record_length);
  if (error == 0) error = begin(number, file, &channel);
  if (error != 0) {
    close_once(&file);
    return error;
  }
  struct reading *reading = channel->state;
  reading->position = (off_t)offset;
  reading->left = length;
  channel_accept(channel, record, record_length);
  return 0;
}

/* Opens a regular file. A FIFO without a writer does not block, and is refused like a device. */
static int open_file(char *path, int *file, uint8_t *record, size_t *length) {
  struct target target;
  struct stat found;
  int error = path_open_parent(path, false, &target);
  if (error != 0) return error;
  /* Checked first as well: opening a device can have effects. */
  if (fstatat(target.folder, target.name, &found, AT_SYMLINK_NOFOLLOW) < 0) error = errno;
  else if (!S_ISREG(found.st_mode)) error = S_ISLNK(found.st_mode) ? ELOOP : S_ISDIR(found.st_mode) ? EISDIR : EINVAL;
  if (error == 0) {
    *file = openat(target.folder, target.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (*file < 0 || fstat(*file, &found) < 0) error = errno;
    else if (!S_ISREG(found.st_mode)) error = EINVAL;
  }
  if (error == 0) *length = record_write(record, &(struct entry){target.folder, target.name, path, &found});
  close(target.folder);
  return error;
}

/* Creates the channel, which takes the file over. Returns 0 or errno. */
static int begin(uint16_t number, int file, struct channel **created) {
  struct reading *reading = calloc(1, sizeof *reading);
  if (reading == NULL) return ENOMEM;
  reading->file = file;
  *created = channel_create(number, &reading_kind);
  (*created)->state = reading;
  return 0;
}

/* A file that becomes shorter is sent as far as it reaches. */
static bool pump(struct channel *channel) {
  static uint8_t chunk[DATA_BYTES];
  struct reading *reading = channel->state;
  size_t length = sizeof chunk;
  if (reading->left < length) length = (size_t)reading->left;
  if (length > 0 && channel->credit == 0) return false;
  if (channel->credit < length) length = (size_t)channel->credit;
  const ssize_t count = length == 0 ? 0 : pread(reading->file, chunk, length, reading->position);
  if (count < 0 && errno == EINTR) return true;
  if (count <= 0) {
    channel_finish_with(channel, count < 0 ? errno : 0);
    return false;
  }
  reading->position += count;
  if (reading->left != TO_THE_END) reading->left -= (uint64_t)count;
  channel_send(channel, 0, chunk, (size_t)count);
  return true;
}

static void release(struct channel *channel) {
  struct reading *reading = channel->state;
  close_once(&reading->file);
}
