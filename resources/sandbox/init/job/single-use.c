#define _GNU_SOURCE
#include <poll.h>
#include <string.h>

#include "channel/channel.h"
#include "channel/relay.h"
#include "facts/facts.h"
#include "job/job.h"
#include "names/names.h"
#include "stream/received.h"
#include "stream/stream.h"
#include "warm/warm.h"

/* Time that the daemon has to acknowledge the status. */
#define ACKNOWLEDGE_US 2000000

static void start(struct program *program, const struct job *job);
static void take_frame(const struct frame *frame);
static void wait_for_acknowledgement(void);

static bool is_finished, is_acknowledged;

void single_use_run(void) {
  static struct job job;
  static struct program program;
  static struct outcome outcome;

  job_read(&job);
  tails_prepare(&job);
  incoming_open(take_frame);
  const int64_t kills_before = cgroup_oom_kills();
  const int64_t refusals_before = cgroup_pids_refusals();
  start(&program, &job);
  job_wipe(&job);
  run(&program, &job, &outcome);

  outcome.oom = cgroup_oom_kills() > kills_before;
  outcome.pids_refused = cgroup_pids_refusals() > refusals_before;
  outcome.disk_full = disk_is_full();
  outcome.memory_peak = cgroup_memory_peak();
  stream_frame(FRAME_ENDED, "", 0);
  tails_send();
  files_send(&job, &outcome);
  is_finished = true;
  status_send(&outcome);
  wait_for_acknowledgement();
}

/* Starts the relay, then the program: from the waiting interpreter if it can take the job. */
static void start(struct program *program, const struct job *job) {
  relay_start(job->relay);
  names_open();
  if (job->flags & JOB_FRESH) warm_discard();
  if (warm_take(program, job->argv, job->envp)) return;
  const struct launch launch = {.argv = job->argv, .envp = job->envp, .control = -1, .folder = -1};
  const int error = program_spawn(program, &launch);
  if (error != 0) stream_fail("start", error);
}

/* Handles a frame of the daemon. It writes no frame: init may be within one. */
static void take_frame(const struct frame *frame) {
  if (frame->channel != 0) channels_take(frame);
  else if (frame->type == COMMAND_DATA) input_keep(frame->payload, frame->length);
  else if (frame->type == COMMAND_END && frame->length == 0) input_end();
  else if (frame->type == COMMAND_PING) pong_keep(frame);
  else if (frame->type == COMMAND_ACKNOWLEDGE && frame->length == 0 && is_finished) is_acknowledged = true;
  else stream_end();
}

/* Exits without one after a while: a daemon that has the status may end the container in another way. */
static void wait_for_acknowledgement(void) {
  const int64_t end_us = monotonic_us() + ACKNOWLEDGE_US;
  for (;;) {
    incoming_dispatch();
    pong_send();
    stream_flush();
    const int64_t left_us = end_us - monotonic_us();
    if (is_acknowledged || left_us <= 0) return;
    struct pollfd both[2] = {{.fd = FROM_DAEMON, .events = incoming_events()},
                             {.fd = stream_pending() ? 1 : -1, .events = POLLOUT}};
    poll(both, 2, (int)(left_us / 1000) + 1);
    if (both[0].revents & POLLIN) incoming_read();
    else if (both[0].revents != 0) stream_end();
  }
}
