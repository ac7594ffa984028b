#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "facts/facts.h"
#include "job/job.h"

/* Reaps all children that have exited. Returns true if the program's main process is one of them. */
bool program_reap(const struct program *program, struct outcome *outcome) {
  bool ended = false;
  for (;;) {
    int status;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid <= 0) return ended;
    if (ending_is_stop(pid, status)) continue;
    if (pid == program->pid) {
      outcome->wait_status = status;
      ended = true;
    }
  }
}

/* Kills every process of the container except init, in any session and with any parent, until none is left. */
void program_end_all(const struct program *program, struct outcome *outcome) {
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
