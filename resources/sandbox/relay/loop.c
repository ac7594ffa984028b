#define _GNU_SOURCE
#include <errno.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "relay.h"

#define EVENTS_CAP 32
/* Time without accepting connections after the kernel had no descriptor or memory. */
#define PAUSE_MS 50

static int add(int set, int descriptor, uint32_t events, enum source source, size_t index);
static void choose(void);
static void handle(const struct epoll_event *event);
static void accept_one(void);
static int64_t now_ms(void);

static int events = -1;
/* The listeners are a set in the set, so that one call stops accepting connections. */
static int listeners = -1;
static int64_t paused_until_ms;

int loop_open(void) {
  events = epoll_create1(EPOLL_CLOEXEC);
  listeners = epoll_create1(EPOLL_CLOEXEC);
  if (events < 0 || listeners < 0) return errno;
  const int error = add(events, listeners, 0, FROM_LISTENERS, 0);
  return error == 0 ? add(events, INIT, 0, FROM_INIT, 0) : error;
}

/* Reports when the descriptor is readable or its other end is closed. Closing the descriptor removes it. */
int loop_add(int descriptor, enum source source, size_t index) {
  return add(events, descriptor, EPOLLIN | EPOLLRDHUP, source, index);
}

/* Adds a descriptor that is not served while a connection or the relay waits. */
int loop_add_listener(int descriptor, enum source source, size_t index) {
  return add(listeners, descriptor, EPOLLIN, source, index);
}

/* Accepts no connection and sends init nothing for a moment. */
void loop_pause(void) {
  paused_until_ms = now_ms() + PAUSE_MS;
}

void loop_run(void) {
  for (;;) {
    struct epoll_event found[EVENTS_CAP];
    choose();
    const int count = epoll_wait(events, found, EVENTS_CAP, paused_until_ms == 0 ? -1 : PAUSE_MS);
    if (count < 0 && errno != EINTR) _exit(1);
    for (int index = 0; index < count; index++) handle(&found[index]);
    if (paused_until_ms != 0 && now_ms() >= paused_until_ms) paused_until_ms = 0;
  }
}

static int add(int set, int descriptor, uint32_t watched, enum source source, size_t index) {
  struct epoll_event event = {.events = watched, .data.u32 = (uint32_t)source << 16 | (uint32_t)index};
  return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) < 0 ? errno : 0;
}

/* Selects what is waited for: init, if a message for it waits, and listeners, unless a connection waits. */
static void choose(void) {
  const bool is_paused = paused_until_ms != 0;
  const bool has_message = connection_is_held() || reports_are_waiting();
  struct epoll_event init = {.events = has_message && !is_paused ? EPOLLOUT : 0, .data.u32 = FROM_INIT << 16};
  struct epoll_event accepting = {.events = connection_is_held() || is_paused ? 0 : EPOLLIN,
                                  .data.u32 = FROM_LISTENERS << 16};
  if (epoll_ctl(events, EPOLL_CTL_MOD, INIT, &init) < 0) _exit(1);
  if (epoll_ctl(events, EPOLL_CTL_MOD, listeners, &accepting) < 0) _exit(1);
}

static void handle(const struct epoll_event *event) {
  const size_t index = event->data.u32 & UINT16_MAX;
  switch ((enum source)(event->data.u32 >> 16)) {
    case FROM_INIT:
      if (event->events & (EPOLLHUP | EPOLLERR)) _exit(0);
      if (connection_send()) reports_send();
      break;
    case FROM_LISTENERS:
      accept_one();
      break;
    case FROM_UDP:
      dns_answer_udp();
      break;
    case FROM_TCP:
      dns_answer_tcp(index);
      break;
    case FROM_REPORT:
      report_close(index);
      break;
    case FROM_TCP_LISTENER:
    case FROM_NAME:
      break;
  }
}

/* The kernel serves the listeners in rotation. */
static void accept_one(void) {
  struct epoll_event event;
  if (epoll_wait(listeners, &event, 1, 0) != 1) return;
  if (event.data.u32 >> 16 == FROM_TCP_LISTENER) dns_accept_tcp();
  else listener_accept(event.data.u32 & UINT16_MAX);
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
