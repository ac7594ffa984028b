#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream/received.h"
#include "stream/stream.h"
#include "stream/transit.h"

static void move_to_start(void);
static void dispatch_received(void);
static bool receive_more(void);
static bool has_large_frame(void);
static void begin_large(const uint8_t *header);
static void fill_large(void);
static void pass_on(uint8_t *payload, const uint8_t *header);
static size_t checked_length(const uint8_t *header);

static frame_handler *handler;
/* Frames may wait because an answer had no space. */
static bool is_blocked;

/* A frame that is longer than the buffer: its bytes are collected in memory of its own. */
static struct {
  uint8_t header[FRAME_HEADER_BYTES];
  uint8_t *payload;
  size_t done;
} large;

/* From now on the bytes from the daemon are frames, which are passed to `given`. */
void incoming_open(frame_handler *given) {
  free(large.payload);
  memset(&large, 0, sizeof large);
  handler = given;
}

/*
 * Returns the events of the daemon's stream to wait for: only its end before `incoming_open`, and while the buffer is
 * full because the daemon reads no answers.
 */
short incoming_events(void) {
  const bool can_read = handler != NULL && received.end - received.start < sizeof received.bytes;
  return can_read ? POLLIN : POLLRDHUP;
}

/* Reads once. Called when the stream is readable. Ends the container if the daemon has closed the stream. */
void incoming_read(void) {
  move_to_start();
  const ssize_t count = transit_read(received.bytes + received.end, sizeof received.bytes - received.end);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) stream_end();
  received.end += (size_t)count;
}

/* Returns true if frames that have waited for space can be passed on now: no event reports this. */
bool incoming_can_continue(void) {
  return is_blocked && stream_space() >= ANSWER_BYTES;
}

/* Passes on all complete frames, as long as an answer has space in the outgoing buffer. */
void incoming_dispatch(void) {
  do dispatch_received();
  while (!is_blocked && receive_more());
}

static void move_to_start(void) {
  if (received.start == 0) return;
  memmove(received.bytes, received.bytes + received.start, received.end - received.start);
  received.end -= received.start;
  received.start = 0;
}

/* Adds bytes that were read with earlier ones. Returns false if there are none. */
static bool receive_more(void) {
  if (handler == NULL) return false;
  move_to_start();
  const size_t count = transit_take(received.bytes + received.end, sizeof received.bytes - received.end);
  received.end += count;
  return count > 0;
}

static void dispatch_received(void) {
  is_blocked = stream_space() < ANSWER_BYTES;
  while (handler != NULL && stream_space() >= ANSWER_BYTES) {
    if (has_large_frame()) {
      fill_large();
      if (large.done < get_u32(large.header + 3)) return;
      pass_on(large.payload, large.header);
      free(large.payload);
      memset(&large, 0, sizeof large);
      is_blocked = stream_space() < ANSWER_BYTES;
      continue;
    }
    uint8_t *header = received.bytes + received.start;
    if (received.end - received.start < FRAME_HEADER_BYTES) return;
    const size_t length = checked_length(header);
    if (length > CHUNK_BYTES) {
      begin_large(header);
      continue;
    }
    if (received.end - received.start < FRAME_HEADER_BYTES + length) return;
    pass_on(header + FRAME_HEADER_BYTES, header);
    received.start += FRAME_HEADER_BYTES + length;
    is_blocked = stream_space() < ANSWER_BYTES;
  }
}

static bool has_large_frame(void) {
  return large.header[0] != 0;
}

static void begin_large(const uint8_t *header) {
  memcpy(large.header, header, sizeof large.header);
  large.payload = malloc(get_u32(header + 3));
  received.start += FRAME_HEADER_BYTES;
}

static void fill_large(void) {
  size_t count = get_u32(large.header + 3) - large.done;
  if (count > received.end - received.start) count = received.end - received.start;
  if (large.payload != NULL) memcpy(large.payload + large.done, received.bytes + received.start, count);
  explicit_bzero(received.bytes + received.start, count);
  large.done += count;
  received.start += count;
}

/* Wipes the payload afterwards: it can contain code, input and secrets. */
static void pass_on(uint8_t *payload, const uint8_t *header) {
  const struct frame frame = {
      .type = header[0], .channel = get_u16(header + 1), .payload = payload, .length = get_u32(header + 3)};
  handler(&frame);
  if (payload != NULL) explicit_bzero(payload, frame.length);
}

/* Checks a header before its payload arrives, so that a length that lies is never waited for. */
static size_t checked_length(const uint8_t *header) {
  const size_t length = get_u32(header + 3);
  const bool is_known = header[0] != 0 && strchr("OANDEWCXPZ", header[0]) != NULL;
  if (!is_known || length > (header[0] == CHANNEL_OPEN ? OPEN_CAP : CHUNK_BYTES)) stream_end();
  return length;
}
