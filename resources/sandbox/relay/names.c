#include <errno.h>
#include <string.h>

#include "relay.h"

/* 127.64.0.1. Names have this address and the following ones. */
#define FIRST_ADDRESS 0x7f400001U

static char names[NAMES_CAP][NAME_CAP + 1];
static size_t names_count;

/*
 * Returns the address of a name. A name that has none receives the next one, on which the relay listens from then on.
 * It fails with ENOSPC if there are too many names or listeners, and leaves nothing then.
 */
int name_resolve(const char *name, const uint16_t *ports, size_t count, uint32_t *address) {
  size_t index = 0;
  while (index < names_count && strcmp(names[index], name) != 0) index++;
  *address = FIRST_ADDRESS + (uint32_t)index;
  if (index < names_count) return 0;
  if (index == NAMES_CAP || strlen(name) > NAME_CAP) return ENOSPC;
  const int error = listeners_open(index, *address, ports, count);
  if (error != 0) return error;
  strcpy(names[index], name);
  names_count++;
  return 0;
}

const char *name_at(size_t index) {
  return names[index];
}
