#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "stream/received.h"
#include "stream/stream.h"
#include "stream/transit.h"

#define TO_DAEMON 1
#define HEADER_BYTES (NONCE_BYTES + 1 + 2 + 4)

static uint8_t nonce[NONCE_BYTES];
static uint8_t pending[2 * (HEADER_BYTES + CHUNK_BYTES)];
static size_t pending_start, pending_end;

void stream_open(void) {
  signal(SIGPIPE, SIG_IGN);
  /* Allocates the pages now, so that a container at its memory limit can still use them. */
  memset(pending, 0, sizeof pending);
  memset(received.bytes, 0, sizeof received.bytes);
  fcntl(TO_DAEMON, F_SETFL, fcntl(TO_DAEMON, F_GETFL) | O_NONBLOCK);
}

void stream_hello(bool warm, const char *boot_id) {
  char hello[128];
  const int length = snprintf(hello, sizeof hello, "{\"protocol\":%d,\"warm\":%s,\"bootId\":\"%s\"}", PROTOCOL_VERSION,
                              warm ? "true" : "false", boot_id);
  stream_frame(FRAME_HELLO, hello, (size_t)length);
  stream_flush_wait();
}

void stream_use_nonce(const uint8_t given[NONCE_BYTES]) {
  memcpy(nonce, given, NONCE_BYTES);
}

bool stream_pending(void) {
  return pending_start < pending_end || transit_pending();
}

/* Number of bytes that can be added without waiting for the daemon. */
size_t stream_space(void) {
  return sizeof pending - (pending_end - pending_start);
}

/* Writes as much as the stream accepts without blocking. */
void stream_flush(void) {
  while (stream_pending()) {
    const ssize_t count = transit_write(pending + pending_start, pending_end - pending_start);
    if (count >= 0) pending_start += (size_t)count;
    else if (count < 0 && errno == EINTR) continue;
    else if (count < 0 && errno == EAGAIN) return;
    else stream_end();
  }
  pending_start = pending_end = 0;
}

/* Frames that arrive during the wait are handled; a handler that writes a frame must not be in use then. */
void stream_flush_wait(void) {
  stream_flush();
  while (stream_pending()) {
    struct pollfd both[2] = {{.fd = FROM_DAEMON, .events = incoming_events()}, {.fd = TO_DAEMON, .events = POLLOUT}};
    poll(both, 2, -1);
    if (both[0].revents & POLLIN) incoming_read();
    else if (both[0].revents != 0) stream_end();
    incoming_dispatch();
    stream_flush();
  }
}

/* Sends a frame of channel 0. */
void stream_frame(enum frame_type type, const void *payload, size_t length) {
  stream_put(0, (uint8_t)type, payload, length);
  pong_send();
  stream_flush();
}

/* Adds a frame to the buffer, without a write if it has space. */
void stream_put(uint16_t channel, uint8_t type, const void *payload, size_t length) {
  stream_frame_begin(channel, type, length);
  stream_frame_bytes(payload, length);
}

/* Begins a frame. The following calls of stream_frame_bytes must add exactly `length` bytes. */
void stream_frame_begin(uint16_t channel, uint8_t type, size_t length) {
  uint8_t header[HEADER_BYTES];
  memcpy(header, nonce, NONCE_BYTES);
  header[NONCE_BYTES] = type;
  put_u16(header + NONCE_BYTES + 1, channel);
  put_u32(header + NONCE_BYTES + 3, (uint32_t)length);
  stream_frame_bytes(header, sizeof header);
}

void stream_frame_bytes(const void *bytes, size_t length) {
  const uint8_t *next = bytes;
  while (length > 0) {
    if (stream_space() == 0) stream_flush_wait();
    if (pending_end == sizeof pending) {
      memmove(pending, pending + pending_start, pending_end - pending_start);
      pending_end -= pending_start;
      pending_start = 0;
    }
    size_t count = sizeof pending - pending_end;
    if (count > length) count = length;
    memcpy(pending + pending_end, next, count);
    pending_end += count;
    next += count;
    length -= count;
  }
}

void stream_fail(const char *stage, int error) {
  char text[128];
  const char *name = strerrorname_np(error);
  const int length =
      snprintf(text, sizeof text, "{\"stage\":\"%s\",\"error\":\"%s\"}", stage, name == NULL ? "unknown" : name);
  stream_frame(FRAME_FAILED, text, (size_t)length);
  stream_flush_wait();
  _exit(2);
}
