#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "channel/ring.h"

/* Adds bytes at the end. Returns false if they do not fit, or without memory; then the ring is unchanged. */
bool ring_put(struct ring *ring, const uint8_t *bytes, size_t length) {
  if (length > RING_BYTES - ring->length) return false;
  if (length == 0) return true;
  if (ring->bytes == NULL) {
    void *memory = mmap(NULL, RING_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    ring->bytes = memory;
    ring->start = 0;
  }
  const size_t at = (ring->start + ring->length) % RING_BYTES;
  const size_t before_wrap = RING_BYTES - at < length ? RING_BYTES - at : length;
  memcpy(ring->bytes + at, bytes, before_wrap);
  memcpy(ring->bytes, bytes + before_wrap, length - before_wrap);
  ring->length += length;
  return true;
}

/* Returns the number of the oldest bytes that are contiguous, and their address. */
size_t ring_front(const struct ring *ring, const uint8_t **bytes) {
  const size_t before_wrap = RING_BYTES - ring->start;
  *bytes = ring->bytes + ring->start;
  return ring->length < before_wrap ? ring->length : before_wrap;
}

/* Removes the oldest bytes, at most as many as ring_front has returned. */
void ring_drop(struct ring *ring, size_t length) {
  ring->length -= length;
  ring->start = (ring->start + length) % RING_BYTES;
  if (ring->length == 0) ring_free(ring);
}

/* Drops all bytes. The kernel wipes the pages. */
void ring_free(struct ring *ring) {
  if (ring->bytes != NULL) munmap(ring->bytes, RING_BYTES);
  *ring = (struct ring){0};
}
