#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output-mark.h"
#include "program.h"
#include "protocol.h"
#include "stream/stream.h"

/* Time after which such a child is continued, in case that it is stopped. */
#define CONTINUE_MS 20

static int oom_score = -1;

struct child {
  const struct launch *launch;
  int ends[3];
  int report;
};

static int open_streams(struct program *program, struct child *child);
static int make_pipe(int *reading, int *writing);
static int wait_for_start(pid_t pid, int result);
static void exec_program(const struct child *child) __attribute__((noreturn));
static int enter(int folder);
static int move_up(int descriptor);
static void set_oom_score(const char *value, size_t length);

void program_prepare(void) {
  oom_score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  /* SIGCHLD is blocked before the first child exists: both loops read it from a signalfd. */
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
}

/*
 * Starts a process and returns 0 when execve has succeeded, so that a failed start is never reported as a program's
 * exit. Returns errno on failure; then no process and no descriptor is left.
 */
int program_spawn(struct program *program, const struct launch *launch) {
  struct child child = {.launch = launch, .ends = {-1, -1, -1}, .report = -1};
  int result = -1;
  *program = (struct program){.input = -1, .output = {-1, -1}};
  int error = open_streams(program, &child);
  if (error == 0) error = make_pipe(&result, &child.report);
  if (error == 0) {
    /* All children of the program inherit the score: when memory is short, the kernel kills them and not init. */
    if (!launch->is_own) set_oom_score("1000", 4);
    program->pid = fork();
    if (program->pid == 0) exec_program(&child);
    if (program->pid < 0) error = errno;
    if (!launch->is_own) set_oom_score("0", 1);
  }
  for (int index = 0; index < 3; index++) {
    if (index < 2 || child.ends[2] != child.ends[1]) close_once(&child.ends[index]);
  }
  close_once(&child.report);
  if (error == 0) error = wait_for_start(program->pid, result);
  close_once(&result);
  if (error != 0) program_close(program);
  return error;
}

/* Closes init's ends of the pipes. */
void program_close(struct program *program) {
  close_once(&program->input);
  close_once(&program->output[0]);
  close_once(&program->output[1]);
}

void close_once(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

/* Opens the pipes of a process. Init's ends do not block. */
static int open_streams(struct program *program, struct child *child) {
  if (child->launch->is_own) {
    for (int index = 0; index < 3; index++) {
      child->ends[index] = open("/dev/null", O_RDWR | O_CLOEXEC);
      if (child->ends[index] < 0) return errno;
    }
    return 0;
  }
  int error = make_pipe(&child->ends[0], &program->input);
  if (error == 0) error = make_pipe(&program->output[0], &child->ends[1]);
  if (error == 0 && child->launch->is_merged) child->ends[2] = child->ends[1];
  else if (error == 0) error = make_pipe(&program->output[1], &child->ends[2]);
  if (error != 0) return error;
  fcntl(child->ends[1], F_SETSIG, OUTPUT_MARK);
  fcntl(child->ends[2], F_SETSIG, OUTPUT_MARK);
  fcntl(program->input, F_SETFL, O_NONBLOCK);
  fcntl(program->output[0], F_SETFL, O_NONBLOCK);
  if (program->output[1] >= 0) fcntl(program->output[1], F_SETFL, O_NONBLOCK);
  return 0;
}

static int make_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return errno;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

/*
 * Returns 0 when execve has succeeded, which closes the pipe, or errno. Another process of the sandbox can stop the
 * child before, so it is continued again and again. If that does not help it is killed after a while, and init still
 * ends if the daemon closes the stream.
 */
static int wait_for_start(pid_t pid, int result) {
  int error = 0;
  struct pollfd both[2] = {{.fd = result, .events = POLLIN}, {.fd = 0, .events = POLLRDHUP}};
  const int64_t end_us = monotonic_us() + (int64_t)START_MS * 1000;
  int count;
  for (;;) {
    count = poll(both, 2, CONTINUE_MS);
    if (count > 0 || (count < 0 && errno != EINTR) || monotonic_us() >= end_us) break;
    if (count == 0) kill(pid, SIGCONT);
  }
  if (both[1].revents != 0) stream_end();
  if (count <= 0) {
    kill(pid, SIGKILL);
    error = ETIMEDOUT;
  } else if (read(result, &error, sizeof error) <= 0) {
    return 0;
  }
  waitpid(pid, NULL, 0);
  return error;
}

static void exec_program(const struct child *child) {
  const struct launch *launch = child->launch;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  setsid();
  umask(022);
  const int control = launch->control < 0 ? -1 : move_up(launch->control);
  const int report = move_up(child->report);
  int error = enter(launch->folder);
  for (int index = 0; index < 3; index++) dup2(child->ends[index], index);
  if (control >= 0) dup2(control, 3);
  else close(3);
  dup3(report, 4, O_CLOEXEC);
  close_range(5, ~0U, 0);
  if (error == 0 && confine() < 0) error = errno;
  if (error == 0) {
    environ = (char **)launch->envp;
    if (launch->is_searched) execvpe(launch->argv[0], launch->argv, launch->envp);
    else execve(launch->argv[0], launch->argv, launch->envp);
    error = errno;
  }
  if (write(4, &error, sizeof error) < 0) _exit(126);
  _exit(127);
}

/* Returns 0 or errno. */
static int enter(int folder) {
  return (folder < 0 ? chdir(WORK_DIRECTORY) : fchdir(folder)) < 0 ? errno : 0;
}

/* Duplicates a descriptor to a number above those that the program receives. */
static int move_up(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 16);
}

static void set_oom_score(const char *value, size_t length) {
  if (oom_score >= 0 && pwrite(oom_score, value, length, 0) < 0) {
    /* Without the score the kernel chooses the largest process, which is the program's as well. */
    oom_score = -1;
  }
}
