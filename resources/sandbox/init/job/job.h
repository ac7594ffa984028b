/* A single-use run: init reads a job, runs it, sends its output and the files that it left, and reports the status. */
#ifndef STRONGROOM_JOB_H
#define STRONGROOM_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "program.h"
#include "protocol.h"

/* The job sets a variable that the interpreter reads while it boots, so it needs a fresh interpreter. */
#define JOB_FRESH 1
/* Further input arrives in frames. */
#define JOB_INPUT_CONTINUES 2

struct job {
  uint32_t flags;
  uint32_t limit_ms;
  uint32_t output_cap;
  /* Number of bytes at the end of each stream that are retained past the cap; 0 retains none. */
  uint32_t tail_bytes;
  uint32_t files_cap;
  uint32_t files_bytes_cap;
  char **argv;
  char **envp;
  char **relay;
};

/* The reason why a file that the program left is not in the result. */
enum omission { OMITTED_COUNT, OMITTED_SIZE, OMITTED_UNREADABLE, OMISSIONS };

struct outcome {
  bool timed_out;
  bool oom;
  /* The kernel refused a new process because of the process limit. */
  bool pids_refused;
  /* /work or /tmp had no free block or inode after the last process exited. */
  bool disk_full;
  int wait_status;
  int64_t wall_us;
  int64_t cpu_us;
  int64_t memory_peak;
  uint64_t written[2];
  bool truncated[2];
  uint32_t files_omitted[OMISSIONS];
};

/* single-use.c: everything after the greeting of the daemon */
void single_use_run(void);

/* job.c */
void job_read(struct job *job);
void job_wipe(struct job *job);

/* files-in.c, files-out.c */
void files_receive(void);
bool files_is_unchanged(ino_t inode, int64_t changed_ns);
bool files_is_program(const char *path);
int64_t changed_at_ns(const void *stat_buffer);
void files_send(const struct job *job, struct outcome *outcome);

/* tail.c: the end of output that exceeds its cap */
void tails_prepare(const struct job *job);
void tail_keep(int stream, const uint8_t *bytes, size_t length);
int64_t tails_pass_on(int64_t now_us);
void tails_send(void);

/* input.c: the program's standard input */
void input_read(bool continues);
bool input_is_complete(void);
bool input_has_bytes(void);
void input_keep(const uint8_t *bytes, size_t length);
void input_end(void);
bool input_give(int descriptor);
void input_abandon(void);
void input_return_credit(void);

/* run.c */
void run(struct program *program, const struct job *job, struct outcome *outcome);

/* reap.c */
bool program_reap(const struct program *program, struct outcome *outcome);
void program_end_all(const struct program *program, struct outcome *outcome);

/* status.c */
void status_send(const struct outcome *outcome);

#endif
