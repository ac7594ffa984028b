#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "channel/relay.h"
#include "program.h"
#include "stream/stream.h"

#define DAEMON 0
#define READY 'R'
#define FAILED 'F'

static int read_message(int socket);

/*
 * Waits for the first message of the relay: it is ready, or could not start. Returns 0 or errno. The container ends if
 * the daemon closes the stream.
 */
int relay_wait_until_ready(int socket) {
  const int64_t end_us = monotonic_us() + (int64_t)START_MS * 1000;
  for (;;) {
    const int64_t left_us = end_us - monotonic_us();
    if (left_us <= 0) return ETIMEDOUT;
    struct pollfd both[2] = {{.fd = socket, .events = POLLIN}, {.fd = DAEMON, .events = POLLRDHUP}};
    if (poll(both, 2, (int)(left_us / 1000) + 1) < 0) continue;
    if (both[1].revents != 0) stream_end();
    if (both[0].revents != 0) return read_message(socket);
  }
}

/* Returns 0 if the relay is ready, the errno that it reports, or EPIPE if it has exited. */
static int read_message(int socket) {
  char text[16];
  const ssize_t count = recv(socket, text, sizeof text - 1, MSG_DONTWAIT);
  if (count <= 0) return EPIPE;
  text[count] = '\0';
  if (count == 1 && text[0] == READY) return 0;
  const long error = text[0] == FAILED ? strtol(text + 1, NULL, 10) : 0;
  return error > 0 && error < 4096 ? (int)error : EPROTO;
}
