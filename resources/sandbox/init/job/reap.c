#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "channel/relay.h"
#include "facts/facts.h"
#include "job/job.h"

/* Reaps all children that have exited. Returns true if the program's main process is one of them. */
bool program_reap(const struct program *program, struct outcome *outcome) {
  bool ended = false;
  for (;;) {
    int status;
    struct rusage usage;
    const pid_t pid = wait4(-1, &status, WNOHANG, &usage);
    if (pid <= 0) return ended;
    if (ending_is_stop(pid, status) || relay_was_reaped(pid, &usage)) continue;
    if (pid == program->pid) {
      outcome->wait_status = status;
      ended = true;
    }
  }
}

/* Kills every process of the container except init, in any session and with any parent, until none is left. */
void program_end_all(const struct program *program, struct outcome *outcome) {
  struct rusage usage;
  for (;;) {
    kill(-1, SIGKILL);
    int status;
    const pid_t pid = wait4(-1, &status, 0, &usage);
    if (pid < 0 && errno == ECHILD) break;
    if (pid < 0 || relay_was_reaped(pid, &usage)) continue;
    if (pid == program->pid) outcome->wait_status = status;
  }
  getrusage(RUSAGE_CHILDREN, &usage);
  outcome->cpu_us = cpu_time_us(&usage) - relay_cpu_us();
}
