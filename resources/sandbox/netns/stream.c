#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "netns.h"

#define FROM_DAEMON 0
#define TO_DAEMON 1
#define HEADER_BYTES 5

static uint8_t received[HEADER_BYTES + FRAME_CAP];
static size_t received_end, taken;

static void write_all(const void *bytes, size_t length);

void stream_send(enum frame_type type, const void *payload, size_t length) {
  const uint8_t header[HEADER_BYTES] = {(uint8_t)type, (uint8_t)(length >> 24), (uint8_t)(length >> 16),
                                        (uint8_t)(length >> 8), (uint8_t)length};
  write_all(header, sizeof header);
  write_all(payload, length);
}

/* Called when the daemon's end is readable. Exits if the daemon has closed it. */
void stream_read(void) {
  const ssize_t count = read(FROM_DAEMON, received + received_end, sizeof received - received_end);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) _exit(0);
  received_end += (size_t)count;
}

/* Reads the next complete frame. Its payload is valid until the next call. */
bool stream_next(struct frame *frame) {
  if (taken > 0) {
    memmove(received, received + taken, received_end - taken);
    received_end -= taken;
    taken = 0;
  }
  if (received_end < HEADER_BYTES) return false;
  frame->type = received[0];
  frame->length = (uint32_t)received[1] << 24 | (uint32_t)received[2] << 16 | (uint32_t)received[3] << 8 | received[4];
  if (frame->length > FRAME_CAP) fail("stream", EMSGSIZE);
  if (received_end < HEADER_BYTES + frame->length) return false;
  frame->payload = received + HEADER_BYTES;
  taken = HEADER_BYTES + frame->length;
  return true;
}

void fail(const char *stage, int error) {
  char text[128];
  const char *name = strerrorname_np(error);
  const int length =
      snprintf(text, sizeof text, "{\"stage\":\"%s\",\"error\":\"%s\"}", stage, name == NULL ? "unknown" : name);
  stream_send(FRAME_FAILED, text, (size_t)length);
  _exit(2);
}

static void write_all(const void *bytes, size_t length) {
  const uint8_t *next = bytes;
  while (length > 0) {
    const ssize_t count = write(TO_DAEMON, next, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(1);
    next += count;
    length -= (size_t)count;
  }
}
