#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#include "files/record.h"
#include "stream/stream.h"

/* The last second of a JavaScript date. */
#define LAST_SECOND INT64_C(8640000000000)

static uint8_t type_of(mode_t mode);
static uint64_t modified_ms(const struct timespec *time);
static uint8_t *put_blob(uint8_t *next, const char *bytes, size_t length);

/* Writes the record of an entry and returns its length. */
size_t record_write(uint8_t record[RECORD_CAP], const struct entry *entry) {
  const struct stat *found = entry->found;
  char link[PATH_CAP];
  ssize_t link_length = S_ISLNK(found->st_mode) ? readlinkat(entry->folder, entry->name, link, sizeof link) : 0;
  if (link_length < 0) link_length = 0;
  record[0] = type_of(found->st_mode);
  put_u16(record + 1, found->st_mode & 07777);
  put_u64(record + 3, (uint64_t)found->st_size);
  put_u64(record + 11, modified_ms(&found->st_mtim));
  uint8_t *next = put_blob(record + 19, entry->path, strlen(entry->path));
  return (size_t)(put_blob(next, link, (size_t)link_length) - record);
}

static uint8_t type_of(mode_t mode) {
  return S_ISREG(mode) ? 'f' : S_ISDIR(mode) ? 'd' : S_ISLNK(mode) ? 'l' : 'o';
}

/* Programs can set any time. Those that the daemon cannot represent become the nearest that it can. */
static uint64_t modified_ms(const struct timespec *time) {
  if (time->tv_sec < 0) return 0;
  if (time->tv_sec >= LAST_SECOND) return (uint64_t)LAST_SECOND * 1000;
  return (uint64_t)time->tv_sec * 1000 + (uint64_t)time->tv_nsec / 1000000;
}

static uint8_t *put_blob(uint8_t *next, const char *bytes, size_t length) {
  put_u32(next, (uint32_t)length);
  memcpy(next + 4, bytes, length);
  return next + 4 + length;
}
