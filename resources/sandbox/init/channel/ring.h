/* A ring buffer whose memory exists only while it holds bytes. */
#ifndef STRONGROOM_RING_H
#define STRONGROOM_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

/* The credit of one direction, and the beginning of a run's input. */
#define RING_BYTES ((size_t)CREDIT_BYTES + CHUNK_BYTES)

struct ring {
  uint8_t *bytes;
  size_t start;
  size_t length;
};

bool ring_put(struct ring *ring, const uint8_t *bytes, size_t length);
size_t ring_front(const struct ring *ring, const uint8_t **bytes);
void ring_drop(struct ring *ring, size_t length);
void ring_free(struct ring *ring);

#endif
