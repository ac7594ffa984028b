#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "channel/channel.h"
#include "channel/relay.h"
#include "job/job.h"
#include "names/names.h"
#include "stream/received.h"
#include "stream/stream.h"

#define FOREVER (-1)
/* Delay before the next read after a small piece of output, so that one frame holds many small pieces. */
#define GATHER_US 1000
#define SMALL_BYTES 4096

enum { DAEMON_IN, CHILDREN, OUTPUT, ERRORS, INPUT, DAEMON_OUT, RELAY, NAMES, WATCHED };
/* The descriptors of the relay follow, if there is one. */
#define ALL_WATCHED (WATCHED + CHANNELS_POLL_CAP)

struct running {
  struct program *program;
  const struct job *job;
  struct outcome *outcome;
  int child_signals;
  int64_t started_us;
  int64_t deadline_us;
  bool alive;
  /* A channel of the relay, or frames of the daemon, can continue without an event. */
  bool is_busy;
  /* Monotonic time until which a stream is not read. */
  int64_t paused_until_us[2];
  int64_t read_at_us[2];
};

static void step(struct running *running, const struct pollfd watched[WATCHED]);
static void reap(struct running *running);
static void watch(const struct running *running, struct pollfd watched[WATCHED]);
static int64_t apply_pauses(const struct running *running, struct pollfd watched[WATCHED], int64_t now_us);
static int64_t wait_after_end(struct pollfd watched[WATCHED]);
static void wait_for(struct pollfd *watched, size_t count, int64_t wait_us);
static void take_output(struct running *running, int stream);
static void give_input(struct running *running);

/* Returns when the program has exited, all its processes have been killed, and its last output has been sent. */
void run(struct program *program, const struct job *job, struct outcome *outcome) {
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  const int64_t started_us = monotonic_us();
  struct running running = {
      .program = program,
      .job = job,
      .outcome = outcome,
      .child_signals = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK),
      .started_us = started_us,
      .deadline_us = started_us + (int64_t)job->limit_ms * 1000,
      .alive = true,
  };
  /* Frames may have arrived together with the job: no event reports them. */
  incoming_dispatch();
  stream_frame(FRAME_STARTED, "", 0);
  if (input_is_complete()) close_once(&program->input);

  while (running.alive || program->output[0] >= 0 || program->output[1] >= 0) {
    struct pollfd watched[ALL_WATCHED];
    watch(&running, watched);
    const int64_t now_us = monotonic_us();
    const int64_t pause_us = apply_pauses(&running, watched, now_us);
    const int64_t left_us = running.deadline_us > now_us ? running.deadline_us - now_us : 0;
    const int64_t tails_us = running.alive ? tails_pass_on(now_us) : INT64_MAX;
    if (stream_pending()) watched[DAEMON_OUT].fd = 1;
    const int64_t soonest_us = pause_us < tails_us ? pause_us : tails_us;
    const size_t count = WATCHED + channels_watch(watched + WATCHED);
    const int64_t running_us = soonest_us < left_us ? soonest_us : left_us;
    wait_for(watched, count, running.is_busy ? 0 : running.alive ? running_us : wait_after_end(watched));
    step(&running, watched);
  }
}

/* Handles everything that the last wait has reported. */
static void step(struct running *running, const struct pollfd watched[WATCHED]) {
  if (watched[DAEMON_IN].revents & POLLIN) incoming_read();
  else if (watched[DAEMON_IN].revents != 0) stream_end();
  incoming_dispatch();
  pong_send();
  stream_flush();
  if (running->alive) reap(running);
  const bool is_ending = !running->alive;
  if (watched[OUTPUT].revents != 0 || (is_ending && watched[OUTPUT].fd >= 0)) take_output(running, 0);
  if (watched[ERRORS].revents != 0 || (is_ending && watched[ERRORS].fd >= 0)) take_output(running, 1);
  if (running->alive) {
    give_input(running);
    if (watched[RELAY].revents != 0) relay_accept();
    if (watched[NAMES].revents != 0) names_answer();
    const bool has_progress = channels_pump();
    stream_flush();
    running->is_busy = has_progress || channels_can_continue() || incoming_can_continue();
  }
}

static void reap(struct running *running) {
  struct signalfd_siginfo ignored;
  while (read(running->child_signals, &ignored, sizeof ignored) > 0) continue;
  const bool ended = program_reap(running->program, running->outcome);
  const int64_t now_us = monotonic_us();
  running->outcome->timed_out = !ended && now_us >= running->deadline_us;
  if (!ended && !running->outcome->timed_out) return;
  running->outcome->wall_us = now_us - running->started_us;
  program_end_all(running->program, running->outcome);
  running->alive = false;
  close_once(&running->program->input);
  running->is_busy = false;
  input_abandon();
  relay_close();
  channels_abandon();
}

/*
 * Until the daemon has taken the last frame, only output past the cap is read. So a slow daemon blocks the program, but
 * not init.
 */
static void watch(const struct running *running, struct pollfd watched[WATCHED]) {
  const struct program *program = running->program;
  const struct outcome *outcome = running->outcome;
  const bool busy = stream_pending();
  watched[DAEMON_IN] = (struct pollfd){.fd = FROM_DAEMON, .events = incoming_events()};
  watched[CHILDREN] = (struct pollfd){.fd = running->alive ? running->child_signals : -1, .events = POLLIN};
  watched[OUTPUT] = (struct pollfd){.fd = busy && !outcome->truncated[0] ? -1 : program->output[0], .events = POLLIN};
  watched[ERRORS] = (struct pollfd){.fd = busy && !outcome->truncated[1] ? -1 : program->output[1], .events = POLLIN};
  watched[INPUT] = (struct pollfd){.fd = input_has_bytes() ? program->input : -1, .events = POLLOUT};
  watched[RELAY] = (struct pollfd){.fd = stream_space() >= ANSWER_BYTES ? relay_socket() : -1, .events = POLLIN};
  watched[NAMES] = (struct pollfd){.fd = running->alive ? names_socket() : -1, .events = POLLIN};
  watched[DAEMON_OUT] = (struct pollfd){.fd = busy ? 1 : -1, .events = POLLOUT};
}

/*
 * Collects many small writes of a program into larger frames: a stream that just returned a small piece is not read for
 * a moment. The first piece after a silence is never delayed. Returns the remaining time of the shortest pause.
 */
static int64_t apply_pauses(const struct running *running, struct pollfd watched[WATCHED], int64_t now_us) {
  int64_t shortest_us = INT64_MAX;
  if (!running->alive) return shortest_us;
  for (int stream = 0; stream < 2; stream++) {
    const int64_t pause_us = running->paused_until_us[stream] - now_us;
    if (pause_us <= 0) continue;
    watched[stream == 0 ? OUTPUT : ERRORS].fd = -1;
    if (pause_us < shortest_us) shortest_us = pause_us;
  }
  return shortest_us;
}

/*
 * Everything that the processes wrote is in the pipes now. A pipe can still have a writer, for example a descriptor in
 * a socket that the kernel has not freed yet, so init does not wait for their ends.
 */
static int64_t wait_after_end(struct pollfd watched[WATCHED]) {
  return watched[OUTPUT].fd >= 0 || watched[ERRORS].fd >= 0 ? 0 : FOREVER;
}

static void wait_for(struct pollfd *watched, size_t count, int64_t wait_us) {
  const struct timespec timeout = {.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
  if (ppoll(watched, count, wait_us == FOREVER ? NULL : &timeout, NULL) <= 0) {
    for (size_t index = 0; index < count; index++) watched[index].revents = 0;
  }
  channels_watched(watched + WATCHED);
}

/* Reads output. Bytes past the cap are read too, so that the program does not block; only the last are retained. */
static void take_output(struct running *running, int stream) {
  static uint8_t chunk[CHUNK_BYTES];
  struct outcome *outcome = running->outcome;
  if (stream_pending() && !outcome->truncated[stream]) return;
  const ssize_t count = read(running->program->output[stream], chunk, sizeof chunk);
  if (count < 0 && (errno == EINTR || (errno == EAGAIN && running->alive))) return;
  if (count <= 0) {
    close_once(&running->program->output[stream]);
    return;
  }
  const int64_t now_us = monotonic_us();
  const bool continues = now_us - running->read_at_us[stream] < 2 * GATHER_US;
  running->read_at_us[stream] = now_us;
  running->paused_until_us[stream] = continues && count < SMALL_BYTES ? now_us + GATHER_US : 0;
  const uint64_t written = outcome->written[stream];
  const uint64_t cap = running->job->output_cap;
  const uint64_t left = written < cap ? cap - written : 0;
  const size_t kept = (uint64_t)count < left ? (size_t)count : (size_t)left;
  outcome->written[stream] += (uint64_t)count;
  if (kept < (size_t)count) outcome->truncated[stream] = true;
  if (kept > 0) stream_frame(stream == 0 ? FRAME_STDOUT : FRAME_STDERR, chunk, kept);
  tail_keep(stream, chunk + kept, (size_t)count - kept);
}

/* Costs no system call while there is no input. */
static void give_input(struct running *running) {
  int *descriptor = &running->program->input;
  if (*descriptor >= 0 && input_has_bytes() && !input_give(*descriptor)) input_abandon();
  if (*descriptor >= 0 && input_is_complete()) close_once(descriptor);
  input_return_credit();
}
