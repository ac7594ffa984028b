/* Processes for the fuzz target: no program is started, but channels have pipes with bytes and processes that exit. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

#define SMALL_PIPE 4096
#define FILLER_BYTES 4000
#define READ_BYTES 1000

/* Numbers that no process has: the kernel's limit is 4,194,304. */
#define FIRST_PID 1000000000

static void read_slowly(void);
static void make_pipe(int *reading, int *writing);

static pid_t next_pid = FIRST_PID;
static pid_t reaped_pid = FIRST_PID;

/* The other ends of a process that reads its input slowly and prints something each time; -1: none. */
static int slow_input = -1, slow_output = -1;

/*
 * The command decides: `absent` fails, `silent` has no output and does not exit, `slow` reads its input in small steps
 * and does not exit. Each other one has output and exits at once.
 */
int program_spawn(struct program *program, const struct launch *launch) {
  *program = (struct program){.input = -1, .output = {-1, -1}};
  if (strcmp(launch->argv[0], "absent") == 0) return ENOENT;
  const int is_slow = strcmp(launch->argv[0], "slow") == 0;
  const int is_silent = is_slow || strcmp(launch->argv[0], "silent") == 0;
  int ends[3];
  make_pipe(&ends[0], &program->input);
  make_pipe(&program->output[0], &ends[1]);
  if (!launch->is_merged) make_pipe(&program->output[1], &ends[2]);
  if (!is_silent && write(ends[1], "output", 6) < 0) return errno;
  if (!is_silent && launch->control >= 0 && write(launch->control, "message", 7) < 0) return errno;
  if (is_slow) {
    close_once(&slow_input);
    close_once(&slow_output);
    slow_input = ends[0];
    slow_output = ends[1];
    /* Small inputs have to wait as well. */
    static const char filler[FILLER_BYTES];
    fcntl(slow_input, F_SETPIPE_SZ, SMALL_PIPE);
    if (write(program->input, filler, sizeof filler) < 0) return errno;
  } else {
    close(ends[0]);
    close(ends[1]);
  }
  if (!launch->is_merged) close(ends[2]);
  program->pid = next_pid++;
  if (is_silent) reaped_pid = next_pid;
  return 0;
}

void program_close(struct program *program) {
  close_once(&program->input);
  close_once(&program->output[0]);
  close_once(&program->output[1]);
}

void close_once(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

void program_prepare(void) {}

/* Replaces the C library's: each process exits when it is asked for the first time. */
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage) {
  (void)pid;
  (void)options;
  read_slowly();
  if (reaped_pid >= next_pid) return 0;
  memset(usage, 0, sizeof *usage);
  *status = 3 << 8;
  return reaped_pid++;
}

/* The process exits at the end of its input. */
static void read_slowly(void) {
  char bytes[READ_BYTES];
  if (slow_input < 0) return;
  const ssize_t count = read(slow_input, bytes, sizeof bytes);
  if (count != 0 && write(slow_output, bytes, 10) > 0) return;
  close_once(&slow_input);
  close_once(&slow_output);
  reaped_pid = next_pid - 1;
}

static void make_pipe(int *reading, int *writing) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) ends[0] = ends[1] = -1;
  *reading = ends[0];
  *writing = ends[1];
}
