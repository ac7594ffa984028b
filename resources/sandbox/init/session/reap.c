#define _GNU_SOURCE
#include <signal.h>
#include <sys/wait.h>

#include "channel/relay.h"
#include "facts/facts.h"
#include "session/process.h"
#include "session/session.h"

static void record(pid_t pid, int status, const struct rusage *usage);

/* Reaps all children that have exited, also those whose parent has exited. */
void processes_reap(void) {
  for (;;) {
    int status;
    struct rusage usage;
    const pid_t pid = wait4(-1, &status, WNOHANG, &usage);
    if (pid <= 0) return;
    if (ending_is_stop(pid, status)) continue;
    if (!warm_was_reaped(pid) && !relay_was_reaped(pid, &usage)) record(pid, status, &usage);
  }
}

static void record(pid_t pid, int status, const struct rusage *usage) {
  for (size_t index = 0; index < CHANNELS_CAP; index++) {
    struct channel *channel = channel_at(index);
    if (channel == NULL || channel->kind->control != process_control) continue;
    struct process *process = channel->state;
    if (process->pid != pid || process->is_reaped) continue;
    process->is_reaped = true;
    process->wait_status = status;
    process->wall_us = monotonic_us() - process->started_us;
    process->cpu_us = cpu_time_us(usage);
    process->oom = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && cgroup_oom_kills() > process->kills_before;
    for (int source = 0; source < STREAMS; source++) flow_limit(&channel->flow, source);
    return;
  }
}
