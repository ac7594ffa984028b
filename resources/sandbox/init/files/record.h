/* Records that describe an entry of a folder. */
#ifndef STRONGROOM_RECORD_H
#define STRONGROOM_RECORD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "protocol.h"

/* Type, mode, size, modification time, path and target of a link. */
#define RECORD_CAP (1 + 2 + 8 + 8 + 2 * (4 + PATH_CAP))

/* Describes an entry of a folder. */
struct entry {
  int folder;
  const char *name;
  /* Relative to the work directory. */
  const char *path;
  const struct stat *found;
};

size_t record_write(uint8_t record[RECORD_CAP], const struct entry *entry);

#endif
