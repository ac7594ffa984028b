#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "init.h"

#define FOREVER (-1)
/* Delay before the next read after a small piece of output, so that one frame holds many small pieces. */
#define GATHER_US 1000
#define SMALL_BYTES 4096

enum { DAEMON_IN, CHILDREN, OUTPUT, ERRORS, INPUT, DAEMON_OUT, WATCHED };

struct running {
  struct program *program;
  const struct job *job;
  struct outcome *outcome;
  size_t input_done;
  bool alive;
  /* Monotonic time until which a stream is not read. */
  int64_t paused_until_us[2];
  int64_t read_at_us[2];
};

static void watch(const struct running *running, struct pollfd watched[WATCHED]);
static int64_t apply_pauses(const struct running *running, struct pollfd watched[WATCHED], int64_t now_us);
static void wait_for(struct pollfd watched[WATCHED], int64_t wait_us);
static void take_output(struct running *running, int stream);
static void give_input(struct running *running);
static void close_once(int *descriptor);

/* Returns when the program has exited, all its processes have been killed, and its last output has been sent. */
void run(struct program *program, const struct job *job, struct outcome *outcome) {
  struct running running = {.program = program, .job = job, .outcome = outcome, .alive = true};
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  const int child_signals = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  const int64_t started_us = monotonic_us();
  const int64_t deadline_us = started_us + (int64_t)job->limit_ms * 1000;
  stream_frame(FRAME_STARTED, "", 0);
  if (job->input_length == 0) close_once(&program->input);

  while (running.alive || program->output[0] >= 0 || program->output[1] >= 0) {
    struct pollfd watched[WATCHED];
    watch(&running, watched);
    watched[CHILDREN].fd = running.alive ? child_signals : -1;
    const int64_t now_us = monotonic_us();
    const int64_t pause_us = apply_pauses(&running, watched, now_us);
    const int64_t left_us = deadline_us > now_us ? deadline_us - now_us : 0;
    const int64_t tails_us = running.alive ? tails_pass_on(now_us) : INT64_MAX;
    if (stream_pending()) watched[DAEMON_OUT] = (struct pollfd){.fd = 1, .events = POLLOUT};
    const int64_t soonest_us = pause_us < tails_us ? pause_us : tails_us;
    wait_for(watched, !running.alive ? FOREVER : soonest_us < left_us ? soonest_us : left_us);

    if (watched[DAEMON_IN].revents != 0) stream_check_hangup();
    stream_flush();
    if (running.alive) {
      struct signalfd_siginfo ignored;
      while (read(child_signals, &ignored, sizeof ignored) > 0) continue;
      const bool ended = program_reap(program, outcome);
      outcome->timed_out = !ended && monotonic_us() >= deadline_us;
      if (ended || outcome->timed_out) {
        outcome->wall_us = monotonic_us() - started_us;
        program_end_all(program, outcome);
        running.alive = false;
        close_once(&program->input);
      }
    }
    if (watched[OUTPUT].revents != 0) take_output(&running, 0);
    if (watched[ERRORS].revents != 0) take_output(&running, 1);
    if (watched[INPUT].revents != 0 && running.alive) give_input(&running);
  }
}

int64_t monotonic_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/*
 * Until the daemon has taken the last frame, only output past the cap is read. So a slow daemon blocks the program, but
 * not init.
 */
static void watch(const struct running *running, struct pollfd watched[WATCHED]) {
  const struct program *program = running->program;
  const struct outcome *outcome = running->outcome;
  const bool busy = stream_pending();
  watched[DAEMON_IN] = (struct pollfd){.fd = 0, .events = POLLIN};
  watched[CHILDREN] = (struct pollfd){.events = POLLIN};
  watched[OUTPUT] = (struct pollfd){.fd = busy && !outcome->truncated[0] ? -1 : program->output[0], .events = POLLIN};
  watched[ERRORS] = (struct pollfd){.fd = busy && !outcome->truncated[1] ? -1 : program->output[1], .events = POLLIN};
  watched[INPUT] = (struct pollfd){.fd = program->input, .events = POLLOUT};
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

static void wait_for(struct pollfd watched[WATCHED], int64_t wait_us) {
  const struct timespec timeout = {.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
  if (ppoll(watched, WATCHED, wait_us == FOREVER ? NULL : &timeout, NULL) <= 0) {
    for (int index = 0; index < WATCHED; index++) watched[index].revents = 0;
  }
}

/* Reads output. Bytes past the cap are read too, so that the program does not block; only the last are retained. */
static void take_output(struct running *running, int stream) {
  static uint8_t chunk[CHUNK_BYTES];
  struct outcome *outcome = running->outcome;
  if (stream_pending() && !outcome->truncated[stream]) return;
  const ssize_t count = read(running->program->output[stream], chunk, sizeof chunk);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
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

static void give_input(struct running *running) {
  const struct job *job = running->job;
  const ssize_t count =
      write(running->program->input, job->input + running->input_done, job->input_length - running->input_done);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count > 0) running->input_done += (size_t)count;
  if (count <= 0 || running->input_done == job->input_length) {
    close_once(&running->program->input);
    munmap(job->input, job->input_length);
  }
}

static void close_once(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}
