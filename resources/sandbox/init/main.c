#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "init.h"

static void send_status(const struct outcome *outcome);

int main(int count, char *argv[]) {
  static struct job job;
  static struct program program;
  static struct outcome outcome;
  char boot_id[BOOT_ID_CHARS + 1];

  /* Opens oom_score_adj first: a process that is not dumpable cannot open its own files in /proc/self. */
  program_prepare();
  /* From here on no process of the same user can trace init, read its memory or open its file descriptors. */
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  stream_open();
  boot_id_read(boot_id);
  stream_hello(count > 1 && warm_boot(argv + 1), boot_id);

  job_read(&job);
  tails_prepare(&job);
  const int64_t kills_before = cgroup_oom_kills();
  const int64_t refusals_before = cgroup_pids_refusals();
  if (!warm_take(&program, &job)) program_spawn(&program, job.argv, job.envp, -1);
  job_wipe(&job);
  run(&program, &job, &outcome);

  outcome.oom = cgroup_oom_kills() > kills_before;
  outcome.pids_refused = cgroup_pids_refusals() > refusals_before;
  outcome.disk_full = disk_is_full();
  outcome.memory_peak = cgroup_memory_peak();
  stream_frame(FRAME_ENDED, "", 0);
  tails_send();
  files_send(&job, &outcome);
  send_status(&outcome);
  return 0;
}

static const char *flag(bool value) {
  return value ? "true" : "false";
}

static void send_status(const struct outcome *outcome) {
  char exit_code[16] = "null", signal_name[32] = "null", text[512];
  if (WIFEXITED(outcome->wait_status)) {
    snprintf(exit_code, sizeof exit_code, "%d", WEXITSTATUS(outcome->wait_status));
  } else if (WIFSIGNALED(outcome->wait_status)) {
    const int number = WTERMSIG(outcome->wait_status);
    const char *name = sigabbrev_np(number);
    if (name != NULL) snprintf(signal_name, sizeof signal_name, "\"SIG%s\"", name);
    else snprintf(signal_name, sizeof signal_name, "\"SIGRTMIN+%d\"", number - 34);
  }
  const int length = snprintf(
      text, sizeof text,
      "{\"exitCode\":%s,\"signal\":%s,\"timedOut\":%s,\"oom\":%s,\"pidsRefused\":%s,\"diskFull\":%s,"
      "\"wallUs\":%lld,\"cpuUs\":%lld,\"memoryPeakBytes\":%lld,"
      "\"stdoutTruncated\":%s,\"stderrTruncated\":%s,"
      "\"filesOmitted\":{\"count\":%u,\"size\":%u,\"unreadable\":%u}}",
      exit_code, signal_name, flag(outcome->timed_out), flag(outcome->oom), flag(outcome->pids_refused),
      flag(outcome->disk_full), (long long)outcome->wall_us, (long long)outcome->cpu_us,
      (long long)outcome->memory_peak, flag(outcome->truncated[0]), flag(outcome->truncated[1]),
      outcome->files_omitted[OMITTED_COUNT], outcome->files_omitted[OMITTED_SIZE],
      outcome->files_omitted[OMITTED_UNREADABLE]);
  stream_frame(FRAME_STATUS, text, (size_t)length);
  stream_flush_wait();
}
