#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream/received.h"
#include "stream/stream.h"
#include "stream/transit.h"

struct received received;

/*
 * Waits until the descriptor is readable or its other end is closed. The daemon may send its job during the wait, but
 * the container ends if the daemon closes the stream.
 */
bool stream_wait_for(int descriptor) {
  for (;;) {
    struct pollfd both[2] = {{.fd = descriptor, .events = POLLIN}, {.fd = FROM_DAEMON, .events = POLLRDHUP}};
    if (poll(both, 2, -1) < 0 && errno != EINTR) return false;
    if (both[1].revents != 0) stream_end();
    if (both[0].revents != 0) return true;
  }
}

void read_exactly(void *target, size_t length) {
  uint8_t *next = target;
  while (length > 0) {
    if (received.start == received.end) {
      const ssize_t count = transit_read(received.bytes, sizeof received.bytes);
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count <= 0) stream_end();
      received.start = 0;
      received.end = (size_t)count;
    }
    size_t count = received.end - received.start;
    if (count > length) count = length;
    memcpy(next, received.bytes + received.start, count);
    /* The buffer contained code and secrets. */
    explicit_bzero(received.bytes + received.start, count);
    received.start += count;
    next += count;
    length -= count;
  }
}

uint32_t read_u32(void) {
  uint8_t bytes[4];
  read_exactly(bytes, sizeof bytes);
  return get_u32(bytes);
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

char **read_list(void) {
  const uint32_t count = read_u32();
  if (count > LIST_CAP) stream_fail("job", EMSGSIZE);
  char **list = calloc(count + 1, sizeof *list);
  if (list == NULL) stream_fail("job", ENOMEM);
  for (uint32_t index = 0; index < count; index++) list[index] = read_text(TEXT_CAP);
  return list;
}

void wipe_list(char **list) {
  for (char **item = list; *item != NULL; item++) {
    explicit_bzero(*item, strlen(*item));
    free(*item);
  }
  free(list);
}
