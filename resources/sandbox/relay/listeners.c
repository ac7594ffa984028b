#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/socket.h>

#include "relay.h"

#define BACKLOG 128

static bool is_temporary(int error);

static struct {
  int descriptor;
  size_t name;
  uint16_t port;
} listeners[LISTENERS_CAP];
static size_t listeners_count;

/* A connection that init has not received yet. No other one is accepted before. */
static int held = -1;
static char held_label[LABEL_CAP];

/* Opens a listener. The address is in the byte order of this machine. */
int listen_on(uint32_t address, uint16_t port, int *listener) {
  const struct sockaddr_in local = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
  const int on = 1;
  *listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (*listener < 0) return errno;
  setsockopt(*listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(*listener, (const struct sockaddr *)&local, sizeof local) == 0 && listen(*listener, BACKLOG) == 0) return 0;
  const int error = errno;
  close_once(listener);
  return error;
}

/* Listens on all ports of a name, or on none. */
int listeners_open(size_t name, uint32_t address, const uint16_t *ports, size_t count) {
  if (count > LISTENERS_CAP - listeners_count) return ENOSPC;
  const size_t before = listeners_count;
  int error = 0;
  for (size_t index = 0; index < count && error == 0; index++) {
    int descriptor;
    error = listen_on(address, ports[index], &descriptor);
    if (error == 0) error = loop_add_listener(descriptor, FROM_NAME, listeners_count);
    if (error != 0) break;
    listeners[listeners_count].descriptor = descriptor;
    listeners[listeners_count].name = name;
    listeners[listeners_count++].port = ports[index];
  }
  while (error != 0 && listeners_count > before) close_once(&listeners[--listeners_count].descriptor);
  return error;
}

/* Accepts one connection and passes it to init. */
void listener_accept(size_t index) {
  if (index >= listeners_count || held >= 0) return;
  held = accept4(listeners[index].descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (held < 0) {
    if (is_temporary(errno)) loop_pause();
    return;
  }
  /* The daemon sends an answer in several frames, and the program may acknowledge each of them late. */
  const int on = 1;
  setsockopt(held, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  snprintf(held_label, sizeof held_label, "tcp %s %u", name_at(listeners[index].name), listeners[index].port);
  connection_send();
}

bool connection_is_held(void) {
  return held >= 0;
}

/* Returns true if no connection waits. */
bool connection_send(void) {
  const int error = held < 0 ? 0 : message_send(held_label, held);
  if (error != 0 && message_can_wait(error)) return false;
  close_once(&held);
  return true;
}

/* The connection stays in the queue of the listener, which reports it again at once. */
static bool is_temporary(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS;
}
