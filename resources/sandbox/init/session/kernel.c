#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "session/process.h"
#include "session/session.h"

/* A waiting kernel that does not take its strings within this time is replaced. */
#define HANDOVER_US 2000000

static int start(struct channel *channel, const struct command *command);
static int connect_messages(struct channel *channel, int socket);
static void begin_handover(struct channel *channel, const struct handover *handover);
static bool pump(struct channel *channel);
static void hand_over(struct channel *channel);
static void replace(struct channel *channel);
static void begin(struct channel *channel, struct program *program);
static bool pass_on_in_order(struct channel *channel);

static const struct kind kernel_kind = {.pump = pump,
                                        .take = flow_take,
                                        .end = flow_end_input,
                                        .control = process_control,
                                        .close = process_close,
                                        .release = process_release};

/* Takes the waiting kernel if it has this command and the folder is its own, and else starts one. */
int kernel_open(uint16_t number, struct fields *fields) {
  struct command command;
  struct channel *channel = NULL;
  struct handover handover = {0};
  int error = command_read(&command, fields);
  if (error == 0) error = process_create(number, &kernel_kind, &channel);
  if (error == 0) {
    const bool fits = command.folder < 0 && !command.is_merged;
    if (fits && warm_pack(&handover, command.argv, command.envp)) begin_handover(channel, &handover);
    else error = start(channel, &command);
    if (error != 0) channel_drop(channel);
  }
  command_free(&command);
  return error;
}

/* Starts a kernel with execve. Returns 0 or errno. */
static int start(struct channel *channel, const struct command *command) {
  int ends[2];
  struct program program;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return errno;
  int error = connect_messages(channel, ends[0]);
  if (error == 0) {
    error = program_spawn(&program, &(struct launch){.argv = command->argv,
                                                     .envp = command->envp,
                                                     .control = ends[1],
                                                     .folder = command->folder,
                                                     .is_merged = command->is_merged,
                                                     .is_searched = true});
  }
  close(ends[1]);
  if (error == 0) begin(channel, &program);
  return error;
}

/* Makes init's end of the socket, which it takes over, both a source and the input of the channel. */
static int connect_messages(struct channel *channel, int socket) {
  fcntl(socket, F_SETFL, O_NONBLOCK);
  channel->flow.sources[MESSAGES].descriptor = socket;
  channel->flow.input = fcntl(socket, F_DUPFD_CLOEXEC, 0);
  return channel->flow.input < 0 ? errno : 0;
}

static void begin_handover(struct channel *channel, const struct handover *handover) {
  struct process *process = channel->state;
  struct program program;
  int socket;
  warm_release(&program, &socket);
  process->pid = program.pid;
  process->handover = *handover;
  close_once(&program.input);
  channel->flow.sources[OUTPUT].descriptor = program.output[0];
  channel->flow.sources[ERRORS].descriptor = program.output[1];
  channel->flow.is_pushing = true;
  channel->flow.is_held = true;
  channel->deadline_us = monotonic_us() + HANDOVER_US;
  if (connect_messages(channel, socket) == 0) hand_over(channel);
  else replace(channel);
}

static bool pump(struct channel *channel) {
  const struct process *process = channel->state;
  if (process->is_closed) return process_pump_closed(channel);
  if (process->handover.bytes != NULL) {
    hand_over(channel);
    return false;
  }
  return process->is_reaped ? process_finish(channel) : pass_on_in_order(channel);
}

/* Continues to give the waiting kernel its strings, and accepts the channel when it has answered. */
static void hand_over(struct channel *channel) {
  struct process *process = channel->state;
  struct flow *flow = &channel->flow;
  const struct handover *handover = &process->handover;
  while (flow->is_pushing) {
    const uint8_t *next = handover->bytes + process->handed_over;
    const ssize_t count = send(flow->input, next, handover->length - process->handed_over, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    process->handed_over += (size_t)count;
    flow->is_pushing = process->handed_over < handover->length;
  }
  char answer = '\0';
  const ssize_t count = read(flow->sources[MESSAGES].descriptor, &answer, 1);
  flow->sources[MESSAGES].is_ready = false;
  const bool is_silent = count < 0 && (errno == EAGAIN || errno == EINTR);
  if (is_silent && !process->is_reaped && monotonic_us() < channel->deadline_us) return;
  if (count != 1 || answer != 'G' || flow->is_pushing || process->is_reaped) {
    replace(channel);
    return;
  }
  struct program program = {
      process->pid, flow->input, {flow->sources[OUTPUT].descriptor, flow->sources[ERRORS].descriptor}};
  begin(channel, &program);
}

/* Starts the same command with execve instead of the waiting kernel, which is killed. */
static void replace(struct channel *channel) {
  struct process *process = channel->state;
  struct command command = {.folder = -1};
  const struct ring input = channel->flow.ring;
  /* It is reaped later: its tracer, another process of the sandbox, can delay that. */
  if (!process->is_reaped) kill(-process->pid, SIGKILL);
  channel->flow.ring = (struct ring){0};
  flow_close(&channel->flow);
  flow_open(&channel->flow);
  channel->flow.ring = input;
  process->is_reaped = false;
  process->pid = 0;
  int error = ENOMEM;
  if (warm_unpack(&process->handover, &command.argv, &command.envp)) error = start(channel, &command);
  command_free(&command);
  if (error == 0) return;
  channel_refuse(channel->number, error);
  channel_drop(channel);
}

/* Accepts the channel, and writes the input that has waited. */
static void begin(struct channel *channel, struct program *program) {
  struct process *process = channel->state;
  /* A kernel has no standard input; its input are messages. */
  if (program->input != channel->flow.input) close_once(&program->input);
  program->input = channel->flow.input;
  handover_free(&process->handover);
  channel->deadline_us = 0;
  channel->flow.is_held = false;
  process_begin(channel, program);
  flow_push(channel);
}

/*
 * Passes on the messages that have arrived, after the output that was in the pipes at that time: the kernel flushes its
 * output before it sends a message.
 */
static bool pass_on_in_order(struct channel *channel) {
  struct process *process = channel->state;
  struct flow *flow = &channel->flow;
  if (!process->is_ordering && !flow->sources[MESSAGES].is_ready) return process_pass_on(channel);
  if (!process->is_ordering) {
    process->is_ordering = true;
    for (int index = STREAMS - 1; index >= 0; index--) flow_limit(flow, index);
    if (flow_is_drained(flow, MESSAGES)) flow_check_end(flow, MESSAGES);
  }
  for (int index = 0; index < STREAMS; index++) {
    if (!flow_is_drained(flow, index)) return flow_pass_on(channel, index, index);
  }
  process->is_ordering = false;
  for (int index = 0; index < STREAMS; index++) flow_unlimit(flow, index);
  return false;
}
