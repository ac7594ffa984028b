#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "channel/relay.h"
#include "names/names.h"
#include "session/session.h"
#include "stream/received.h"

enum { DAEMON_IN, DAEMON_OUT, CHILDREN, RELAY, NAMES, WATCHES, WATCHED };

static int open_child_signals(void);
static void serve(int child_signals) __attribute__((noreturn));
static void watch(struct pollfd watched[WATCHED], int child_signals);
static void wait_for(struct pollfd *watched, size_t count, bool is_busy);
static void handle(const struct pollfd watched[WATCHED]);

/* Serves channels until the daemon closes the stream. */
void session_run(void) {
  char **relay = read_list();
  relay_start(relay);
  names_open();
  wipe_list(relay);
  incoming_open(session_take);
  const int child_signals = open_child_signals();
  stream_frame(FRAME_STARTED, "", 0);
  serve(child_signals);
}

static int open_child_signals(void) {
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  const int descriptor = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) stream_fail("start", errno);
  return descriptor;
}

static void serve(int child_signals) {
  /* Frames may have arrived together with the start of the session. */
  bool is_busy = true;
  /* A waiting kernel may have exited before the session. */
  processes_reap();
  for (;;) {
    struct pollfd watched[WATCHED + CHANNELS_POLL_CAP];
    watch(watched, child_signals);
    const size_t count = WATCHED + channels_watch(watched + WATCHED);
    wait_for(watched, count, is_busy);
    handle(watched);
    is_busy = channels_pump();
    pong_send();
    stream_flush();
    is_busy = is_busy || channels_can_continue() || incoming_can_continue();
  }
}

static void watch(struct pollfd watched[WATCHED], int child_signals) {
  const bool has_space = stream_space() >= ANSWER_BYTES;
  watched[DAEMON_IN] = (struct pollfd){.fd = FROM_DAEMON, .events = incoming_events()};
  watched[DAEMON_OUT] = (struct pollfd){.fd = stream_pending() ? 1 : -1, .events = POLLOUT};
  watched[CHILDREN] = (struct pollfd){.fd = child_signals, .events = POLLIN};
  watched[RELAY] = (struct pollfd){.fd = has_space ? relay_socket() : -1, .events = POLLIN};
  watched[NAMES] = (struct pollfd){.fd = names_socket(), .events = POLLIN};
  watched[WATCHES] = (struct pollfd){.fd = watches_descriptor(), .events = POLLIN};
}

/* Waits for an event, or only looks for one if a channel can continue now. */
static void wait_for(struct pollfd *watched, size_t count, bool is_busy) {
  const int64_t deadline_us = is_busy ? INT64_MAX : channels_deadline_us();
  const int64_t left_us = deadline_us == INT64_MAX ? 0 : deadline_us - monotonic_us();
  const int64_t wait_us = left_us > 0 ? left_us : 0;
  const struct timespec timeout = {.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
  const bool is_endless = !is_busy && deadline_us == INT64_MAX;
  if (ppoll(watched, count, is_endless ? NULL : &timeout, NULL) <= 0) {
    for (size_t index = 0; index < count; index++) watched[index].revents = 0;
  }
  channels_watched(watched + WATCHED);
}

static void handle(const struct pollfd watched[WATCHED]) {
  if (watched[DAEMON_OUT].revents != 0) stream_flush();
  if (watched[CHILDREN].revents != 0) {
    struct signalfd_siginfo ignored;
    while (read(watched[CHILDREN].fd, &ignored, sizeof ignored) > 0) continue;
    processes_reap();
  }
  if (watched[DAEMON_IN].revents & POLLIN) incoming_read();
  else if (watched[DAEMON_IN].revents != 0) stream_end();
  incoming_dispatch();
  if (watched[RELAY].revents != 0) relay_accept();
  if (watched[NAMES].revents != 0) names_answer();
  if (watched[WATCHES].revents != 0) watches_read();
}
