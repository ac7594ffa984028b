#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "facts/facts.h"
#include "files/path.h"
#include "session/process.h"
#include "session/session.h"

#define LAST_SIGNAL 64
/* Added to a signal that the process alone receives. */
#define PROCESS_ONLY 128
/* A process that was killed is reaped later than this only if another process traces it. */
#define CLOSE_US 2000000
#define EXIT_CHARS (ENDING_CHARS + 128)

const struct kind process_kind = {.pump = process_pump,
                                  .take = flow_take,
                                  .end = flow_end_input,
                                  .control = process_control,
                                  .close = process_close,
                                  .release = process_release};

int process_open(uint16_t number, struct fields *fields) {
  struct command command;
  struct channel *channel = NULL;
  struct program program;
  int error = command_read(&command, fields);
  if (error == 0) error = process_create(number, &process_kind, &channel);
  if (error == 0) {
    error = program_spawn(&program, &(struct launch){.argv = command.argv,
                                                     .envp = command.envp,
                                                     .control = -1,
                                                     .folder = command.folder,
                                                     .is_merged = command.is_merged,
                                                     .is_searched = true});
    if (error == 0) process_begin(channel, &program);
    else channel_drop(channel);
  }
  command_free(&command);
  return error;
}

/* Reads the fields and opens the folder. Returns 0 or errno; in both cases command_free must be called. */
int command_read(struct command *command, struct fields *fields) {
  *command = (struct command){.folder = -1};
  command->argv = field_list(fields);
  command->envp = field_list(fields);
  char *cwd = field_text(fields, PATH_CAP - 1);
  const uint8_t merge = field_u8(fields);
  int error = fields_end(fields);
  if (error == 0 && (command->argv[0] == NULL || merge > 1)) error = EINVAL;
  command->is_merged = merge == 1;
  if (error == 0 && *cwd != '\0') error = path_open_folder(cwd, &command->folder);
  return error;
}

void command_free(struct command *command) {
  free(command->argv);
  free(command->envp);
  close_once(&command->folder);
}

/* Reserves a channel. Returns 0 or errno. */
int process_create(uint16_t number, const struct kind *kind, struct channel **created) {
  struct process *process = calloc(1, sizeof *process);
  if (process == NULL) return ENOMEM;
  struct channel *channel = channel_create(number, kind);
  if (channel == NULL) {
    free(process);
    return EMFILE;
  }
  channel->state = process;
  process->kills_before = cgroup_oom_kills();
  *created = channel;
  return 0;
}

/* Connects a process that runs with its channel, and reports its pid. */
void process_begin(struct channel *channel, const struct program *program) {
  struct process *process = channel->state;
  uint8_t pid[4];
  process->pid = program->pid;
  process->started_us = monotonic_us();
  channel->flow.input = program->input;
  channel->flow.sources[OUTPUT].descriptor = program->output[0];
  channel->flow.sources[ERRORS].descriptor = program->output[1];
  channel->flow.sources[OUTPUT].is_gathered = channel->flow.sources[ERRORS].is_gathered = true;
  put_u32(pid, (uint32_t)program->pid);
  channel_accept(channel, pid, sizeof pid);
}

bool process_pump(struct channel *channel) {
  const struct process *process = channel->state;
  if (process->is_closed) return process_pump_closed(channel);
  return process->is_reaped ? process_finish(channel) : process_pass_on(channel);
}

/* Sends one frame of output or errors, in alternation if both have bytes. */
bool process_pass_on(struct channel *channel) {
  struct process *process = channel->state;
  const int index = process->next;
  process->next = index == OUTPUT ? ERRORS : OUTPUT;
  return flow_pass_on(channel, index, index) || flow_pass_on(channel, process->next, process->next);
}

/* Signals the process group, or the process alone. A process that was reaped is never signalled: its number can be another's. */
void process_control(struct channel *channel, int signal) {
  const struct process *process = channel->state;
  const int number = signal % PROCESS_ONLY;
  if (process->pid <= 0 || process->is_reaped || number == 0 || number > LAST_SIGNAL) return;
  kill(signal < PROCESS_ONLY ? -process->pid : process->pid, number);
}

/* Kills the process group. The channel ends when the process was reaped, or after a while. */
void process_close(struct channel *channel) {
  struct process *process = channel->state;
  if (process->is_closed) return;
  process_control(channel, SIGKILL);
  process->is_closed = true;
  flow_close(&channel->flow);
  channel->deadline_us = monotonic_us() + CLOSE_US;
}

/* A tracer, another process of the sandbox, can delay the reaping for ever: then the channel ends with the signal. */
bool process_pump_closed(struct channel *channel) {
  struct process *process = channel->state;
  if (!process->is_reaped) {
    if (monotonic_us() < channel->deadline_us) return false;
    process->is_reaped = true;
    process->wait_status = SIGKILL;
    process->wall_us = monotonic_us() - process->started_us;
  }
  return process_finish(channel);
}

void process_release(struct channel *channel) {
  struct process *process = channel->state;
  handover_free(&process->handover);
}

/*
 * After the exit: sends one more frame of the output that was in the pipes then, or ends the channel. Returns true if
 * there is more to do.
 */
bool process_finish(struct channel *channel) {
  const struct process *process = channel->state;
  for (int index = 0; index < STREAMS; index++) {
    if (flow_is_drained(&channel->flow, index)) continue;
    return flow_pass_on(channel, index, index);
  }
  /* The daemon has closed a kernel before it took over its strings. */
  if (process->handover.bytes != NULL) {
    channel_refuse(channel->number, ECANCELED);
    channel_drop(channel);
    return false;
  }
  char ending[ENDING_CHARS], text[EXIT_CHARS];
  ending_describe(ending, process->wait_status);
  const int length =
      snprintf(text, sizeof text, "{%s,\"wallUs\":%lld,\"cpuUs\":%lld,\"oom\":%s}", ending, (long long)process->wall_us,
               (long long)process->cpu_us, process->oom ? "true" : "false");
  channel_finish(channel, text, (size_t)length);
  return false;
}
