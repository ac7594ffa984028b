/* The bytes to and from the daemon, which are encrypted if it has given a key. */
#ifndef STRONGROOM_TRANSIT_H
#define STRONGROOM_TRANSIT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

void transit_open(const char *daemon_key);
ssize_t transit_read(void *target, size_t length);
size_t transit_take(void *target, size_t length);
ssize_t transit_write(const void *bytes, size_t length);
bool transit_pending(void);

#endif
