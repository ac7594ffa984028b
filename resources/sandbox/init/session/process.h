/* Processes and kernels of a session. */
#ifndef STRONGROOM_PROCESS_H
#define STRONGROOM_PROCESS_H

#include "channel/channel.h"
#include "channel/fields.h"
#include "program.h"
#include "warm/warm.h"

/* The streams of a channel, and its sources. */
enum { OUTPUT, ERRORS, MESSAGES };

struct process {
  pid_t pid;
  bool is_reaped;
  /* The daemon has closed the channel: output is dropped. */
  bool is_closed;
  /* The stream that is read first for the next frame. */
  int next;
  /* Output that precedes a message is sent first. */
  bool is_ordering;
  int wait_status;
  int64_t started_us;
  int64_t wall_us;
  int64_t cpu_us;
  /* Number of OOM kills in the container when the process started; afterwards, whether one of them was this process. */
  int64_t kills_before;
  bool oom;
  /* Strings that a waiting kernel still has to receive, and the number of bytes that it has. */
  struct handover handover;
  size_t handed_over;
};

/* Fields of a process or kernel. The lists are freed by the caller. */
struct command {
  char **argv;
  char **envp;
  int folder;
  bool is_merged;
};

/* process.c */
extern const struct kind process_kind;
int command_read(struct command *command, struct fields *fields);
void command_free(struct command *command);
int process_create(uint16_t number, const struct kind *kind, struct channel **created);
void process_begin(struct channel *channel, const struct program *program);
bool process_pump(struct channel *channel);
bool process_pass_on(struct channel *channel);
void process_control(struct channel *channel, int signal);
void process_close(struct channel *channel);
bool process_pump_closed(struct channel *channel);
void process_release(struct channel *channel);
bool process_finish(struct channel *channel);

#endif
