/* The bytes from the daemon that were read and not yet used, shared by read.c and incoming.c. */
#ifndef STRONGROOM_RECEIVED_H
#define STRONGROOM_RECEIVED_H

#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

#define FROM_DAEMON 0
#define FRAME_HEADER_BYTES 7

struct received {
  uint8_t bytes[FRAME_HEADER_BYTES + CHUNK_BYTES];
  size_t start;
  size_t end;
};

extern struct received received;

#endif
