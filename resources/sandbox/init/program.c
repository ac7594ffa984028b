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

static void become(const struct launch *launch) __attribute__((noreturn));
static int to_free_end(int descriptor);
static void make_pipe(int ends[2], int flags);
static void set_oom_score(const char *value, size_t length);

void program_prepare(void) {
  oom_score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  /* Blocked before there is a child: run.c learns of the ended from a descriptor. */
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
}

/*
 * Starts the program; returns when its image runs, so that a start that failed is never taken for a program's end.
 * `control` is what it finds at descriptor 3, or -1.
 */
void program_spawn(struct program *program, char *const argv[], char *const envp[], int control) {
  int input[2], output[2], errors[2], report[2];
  make_pipe(input, 0);
  make_pipe(output, 0);
  make_pipe(errors, 0);
  make_pipe(report, O_CLOEXEC);

  /* Inherited by everything that the program starts: the kernel takes those, and not init, when memory is short. */
  set_oom_score("1000", 4);
  program->pid = fork();
  if (program->pid == 0) {
    become(&(struct launch){argv, envp, {input[0], output[1], errors[1]}, control, report[1]});
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

static void become(const struct launch *launch) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  setsid();
  umask(022);
  const int control = launch->control < 0 ? -1 : to_free_end(launch->control);
  const int report = to_free_end(launch->report);
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

/* Out of the way of the descriptors that the program is given. */
static int to_free_end(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 16);
}

/* The ends are above the standard descriptors: those are the daemon's stream. */
static void make_pipe(int ends[2], int flags) {
  if (pipe2(ends, flags) < 0) stream_fail("start", errno);
}

static void set_oom_score(const char *value, size_t length) {
  if (oom_score >= 0 && pwrite(oom_score, value, length, 0) < 0) {
    /* A kernel without it chooses by size, which is the program's as well. */
    oom_score = -1;
  }
}

/* Reaps whoever has ended; true when the program itself is among them. */
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

/* Kills every process of the container but init, whatever session or parent it chose, until none is left. */
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
