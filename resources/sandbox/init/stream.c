#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "init.h"

#define FROM_DAEMON 0
#define TO_DAEMON 1
#define HEADER_BYTES (NONCE_BYTES + 1 + 4)

static uint8_t nonce[NONCE_BYTES];
static uint8_t pending[HEADER_BYTES + CHUNK_BYTES];
static size_t pending_start, pending_end;
static uint8_t received[CHUNK_BYTES];
static size_t received_start, received_end;

/* Exits: when PID 1 exits, the kernel kills every process of the container. */
static void __attribute__((noreturn)) end_container(void) {
  _exit(1);
}

void stream_open(void) {
  signal(SIGPIPE, SIG_IGN);
  /* Allocates the pages now, so that a container at its memory limit can still use them. */
  memset(pending, 0, sizeof pending);
  memset(received, 0, sizeof received);
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
  return pending_start < pending_end;
}

/* Writes as much as the stream accepts without blocking. */
void stream_flush(void) {
  while (stream_pending()) {
    const ssize_t count = write(TO_DAEMON, pending + pending_start, pending_end - pending_start);
    if (count > 0) pending_start += (size_t)count;
    else if (count < 0 && errno == EINTR) continue;
    else if (count < 0 && errno == EAGAIN) return;
    else end_container();
  }
  pending_start = pending_end = 0;
}

void stream_flush_wait(void) {
  stream_flush();
  while (stream_pending()) {
    struct pollfd both[2] = {{.fd = FROM_DAEMON, .events = POLLIN}, {.fd = TO_DAEMON, .events = POLLOUT}};
    poll(both, 2, -1);
    if (both[0].revents != 0) stream_check_hangup();
    stream_flush();
  }
}

void stream_frame(enum frame_type type, const void *payload, size_t length) {
  stream_frame_begin(type, length);
  stream_frame_bytes(payload, length);
}

/* Begins a frame. The following calls of stream_frame_bytes must add exactly `length` bytes. */
void stream_frame_begin(enum frame_type type, size_t length) {
  uint8_t header[HEADER_BYTES];
  memcpy(header, nonce, NONCE_BYTES);
  header[NONCE_BYTES] = (uint8_t)type;
  for (int index = 0; index < 4; index++) header[NONCE_BYTES + 1 + index] = (uint8_t)(length >> (24 - 8 * index));
  stream_frame_bytes(header, sizeof header);
}

void stream_frame_bytes(const void *bytes, size_t length) {
  const uint8_t *next = bytes;
  while (length > 0) {
    if (pending_end == sizeof pending) stream_flush_wait();
    size_t count = sizeof pending - pending_end;
    if (count > length) count = length;
    memcpy(pending + pending_end, next, count);
    pending_end += count;
    next += count;
    length -= count;
  }
  stream_flush();
}

/* Called when the daemon's end is readable. After the job, this means that the daemon closed it. */
void stream_check_hangup(void) {
  uint8_t ignored[256];
  const ssize_t count = read(FROM_DAEMON, ignored, sizeof ignored);
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) end_container();
}

/*
 * Waits until the descriptor is readable or its other end is closed. The daemon may send its job during the wait, but
 * the container ends if the daemon closes the stream.
 */
bool stream_wait_for(int descriptor) {
  for (;;) {
    struct pollfd both[2] = {{.fd = descriptor, .events = POLLIN}, {.fd = FROM_DAEMON}};
    if (poll(both, 2, -1) < 0 && errno != EINTR) return false;
    if (both[1].revents != 0) end_container();
    if (both[0].revents != 0) return true;
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

void read_exactly(void *target, size_t length) {
  uint8_t *next = target;
  while (length > 0) {
    if (received_start == received_end) {
      const ssize_t count = read(FROM_DAEMON, received, sizeof received);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) end_container();
      received_start = 0;
      received_end = (size_t)count;
    }
    size_t count = received_end - received_start;
    if (count > length) count = length;
    memcpy(next, received + received_start, count);
    /* The buffer contained code and secrets. */
    explicit_bzero(received + received_start, count);
    received_start += count;
    next += count;
    length -= count;
  }
}

uint32_t read_u32(void) {
  uint8_t bytes[4];
  read_exactly(bytes, sizeof bytes);
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Reads a blob and appends a NUL. A NUL inside the blob is an error. */
char *read_text(size_t cap) {
  const size_t length = read_u32();
  if (length > cap) stream_fail("job", EMSGSIZE);
  char *text = malloc(length + 1);
  if (text == NULL) stream_fail("job", ENOMEM);
  read_exactly(text, length);
  text[length] = '\0';
  if (strlen(text) != length) stream_fail("job", EINVAL);
  return text;
}
