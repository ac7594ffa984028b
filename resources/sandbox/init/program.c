#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "init.h"

static int oom_score = -1;

struct launch {
  char *const *argv;
  char *const *envp;
  int ends[3];
  int control;
  int report;
};

static void exec_program(const struct launch *launch) __attribute__((noreturn));
static int move_up(int descriptor);
static void make_pipe(int ends[2], int flags);
static void set_oom_score(const char *value, size_t length);

void program_prepare(void) {
  oom_score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  /* SIGCHLD is blocked before the first child exists: run.c reads it from a signalfd. */
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
}

/*
 * Starts the program and returns when execve has succeeded, so that a failed start is never reported as a program's
 * exit. `control` becomes file descriptor 3 of the program; -1 leaves it closed.
 */
void program_spawn(struct program *program, char *const argv[], char *const envp[], int control) {
  int input[2], output[2], errors[2], report[2];
  make_pipe(input, 0);
  make_pipe(output, 0);
  make_pipe(errors, 0);
  make_pipe(report, O_CLOEXEC);

  /* All children of the program inherit the score: when memory is short, the kernel kills them and not init. */
  set_oom_score("1000", 4);
  program->pid = fork();
  if (program->pid == 0) {
    exec_program(&(struct launch){argv, envp, {input[0], output[1], errors[1]}, control, report[1]});
  }
  const int fork_error = errno;
  set_oom_score("0", 1);
  if (program->pid < 0) stream_fail("start", fork_error);

  close(input[0]);
  close(output[1]);
  close(errors[1]);
  close(report[1]);
  int exec_error = 0;
  if (read(report[0], &exec_error, sizeof exec_error) > 0) stream_fail("start", exec_error);
  close(report[0]);

  fcntl(input[1], F_SETFL, O_NONBLOCK);
  fcntl(output[0], F_SETFL, O_NONBLOCK);
  fcntl(errors[0], F_SETFL, O_NONBLOCK);
  program->input = input[1];
  program->output[0] = output[0];
  program->output[1] = errors[0];
}

static void exec_program(const struct launch *launch) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  setsid();
  umask(022);
  const int control = launch->control < 0 ? -1 : move_up(launch->control);
  const int report = move_up(launch->report);
  for (int index = 0; index < 3; index++) dup2(launch->ends[index], index);
  if (control >= 0) dup2(control, 3);
  else close(3);
  dup3(report, 4, O_CLOEXEC);
  close_range(5, ~0U, 0);
  if (chdir(WORK_DIRECTORY) == 0 && confine() == 0) execve(launch->argv[0], launch->argv, launch->envp);
  const int error = errno;
  if (write(4, &error, sizeof error) < 0) _exit(126);
  _exit(127);
}

/* Duplicates a descriptor to a number above those that the program receives. */
static int move_up(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 16);
}

static void make_pipe(int ends[2], int flags) {
  if (pipe2(ends, flags) < 0) stream_fail("start", errno);
}

static void set_oom_score(const char *value, size_t length) {
  if (oom_score >= 0 && pwrite(oom_score, value, length, 0) < 0) {
    /* Without the score the kernel chooses the largest process, which is the program's as well. */
    oom_score = -1;
  }
}

/* Reaps all children that have exited. Returns true if the program's main process is one of them. */
bool program_reap(struct program *program, struct outcome *outcome) {
  bool ended = false;
  for (;;) {
    int status;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid <= 0) return ended;
    if (pid == program->pid) {
      outcome->wait_status = status;
      ended = true;
    }
  }
}

/* Kills every process of the container except init, in any session and with any parent, until none is left. */
void program_end_all(struct program *program, struct outcome *outcome) {
  for (;;) {
    kill(-1, SIGKILL);
    int status;
    const pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno == ECHILD) break;
    if (pid == program->pid) outcome->wait_status = status;
  }
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  outcome->cpu_us = (int64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 + usage.ru_utime.tv_usec +
                    usage.ru_stime.tv_usec;
}
