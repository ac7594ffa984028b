#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "job/job.h"
#include "stream/stream.h"

/* New bytes are sent this often, so that the daemon has the end of the output even if it kills the container. */
#define PERIOD_US 250000
#define OFFSET_BYTES 8
#define PIECE_BYTES (CHUNK_BYTES - OFFSET_BYTES)

/* Ring buffer of the newest bytes of a stream past its cap. Positions count from the beginning of the stream. */
static struct tail {
  uint8_t *ring;
  uint64_t start;
  uint64_t end;
  uint64_t sent;
  /* Position up to which the current period sends. */
  uint64_t goal;
} tails[2];
static size_t ring_bytes;
static int64_t next_us;

static void send_piece(int stream, uint64_t to);
static void copy_in(struct tail *tail, const uint8_t *bytes, size_t length);

/* The kernel allocates the ring's pages when they are written: a run with little output uses no memory for it. */
void tails_prepare(const struct job *job) {
  ring_bytes = job->tail_bytes;
  if (ring_bytes == 0) return;
  for (int stream = 0; stream < 2; stream++) {
    void *ring = mmap(NULL, ring_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (ring == MAP_FAILED) stream_fail("job", errno);
    const uint64_t cap = job->output_cap;
    tails[stream] = (struct tail){.ring = ring, .start = cap, .end = cap, .sent = cap, .goal = cap};
  }
}

/* Retains the last of these bytes, which are past the cap. Does nothing if the job requested no tail. */
void tail_keep(int stream, const uint8_t *bytes, size_t length) {
  struct tail *tail = &tails[stream];
  if (tail->ring == NULL || length == 0) return;
  const size_t skipped = length > ring_bytes ? length - ring_bytes : 0;
  tail->end += skipped;
  copy_in(tail, bytes + skipped, length - skipped);
  if (tail->end - tail->start > ring_bytes) tail->start = tail->end - ring_bytes;
}

/*
 * Sends new bytes, as far as the daemon accepts them without blocking. Returns the microseconds until the next call:
 * INT64_MAX if nothing is left, or if the daemon must first read what it was sent.
 */
int64_t tails_pass_on(int64_t now_us) {
  if (tails[0].end == tails[0].sent && tails[1].end == tails[1].sent) return INT64_MAX;
  if (now_us < next_us) return next_us - now_us;
  if (tails[0].sent >= tails[0].goal && tails[1].sent >= tails[1].goal) {
    for (int stream = 0; stream < 2; stream++) tails[stream].goal = tails[stream].end;
  }
  for (int stream = 0; stream < 2; stream++) {
    while (!stream_pending() && tails[stream].sent < tails[stream].goal) send_piece(stream, tails[stream].goal);
  }
  if (stream_pending()) return INT64_MAX;
  next_us = now_us + PERIOD_US;
  return PERIOD_US;
}

/* Sends everything that the daemon does not have yet, and waits until it is written. */
void tails_send(void) {
  for (int stream = 0; stream < 2; stream++) {
    while (tails[stream].sent < tails[stream].end) send_piece(stream, tails[stream].end);
  }
  stream_flush_wait();
}

/* Sends one frame, from the end of the previous one or from the oldest byte that is still in the ring. */
static void send_piece(int stream, uint64_t to) {
  struct tail *tail = &tails[stream];
  const uint64_t from = tail->sent > tail->start ? tail->sent : tail->start;
  const uint64_t left = to > from ? to - from : 0;
  const size_t length = left < PIECE_BYTES ? (size_t)left : PIECE_BYTES;
  tail->sent = from + length;
  if (length == 0) return;
  uint8_t offset[OFFSET_BYTES];
  for (int index = 0; index < OFFSET_BYTES; index++) offset[index] = (uint8_t)(from >> (56 - 8 * index));
  const size_t at = (size_t)(from % ring_bytes);
  const size_t before_wrap = ring_bytes - at < length ? ring_bytes - at : length;
  stream_frame_begin(0, stream == 0 ? FRAME_STDOUT_TAIL : FRAME_STDERR_TAIL, OFFSET_BYTES + length);
  stream_frame_bytes(offset, sizeof offset);
  stream_frame_bytes(tail->ring + at, before_wrap);
  stream_frame_bytes(tail->ring, length - before_wrap);
  stream_flush();
}

static void copy_in(struct tail *tail, const uint8_t *bytes, size_t length) {
  const size_t at = (size_t)(tail->end % ring_bytes);
  const size_t before_wrap = ring_bytes - at < length ? ring_bytes - at : length;
  memcpy(tail->ring + at, bytes, before_wrap);
  memcpy(tail->ring, bytes + before_wrap, length - before_wrap);
  tail->end += length;
}
