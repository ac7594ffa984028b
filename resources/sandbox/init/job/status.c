#define _GNU_SOURCE
#include <stdio.h>
#include <sys/wait.h>

#include "facts/facts.h"
#include "job/job.h"
#include "stream/stream.h"

static const char *flag(bool value) {
  return value ? "true" : "false";
}

/* Sends the last frame of a run. */
void status_send(const struct outcome *outcome) {
  char ending[ENDING_CHARS], text[512];
  ending_describe(ending, outcome->wait_status);
  const int length = snprintf(
      text, sizeof text,
      "{%s,\"timedOut\":%s,\"oom\":%s,\"pidsRefused\":%s,\"diskFull\":%s,"
      "\"wallUs\":%lld,\"cpuUs\":%lld,\"memoryPeakBytes\":%lld,"
      "\"stdoutTruncated\":%s,\"stderrTruncated\":%s,"
      "\"filesOmitted\":{\"count\":%u,\"size\":%u,\"unreadable\":%u}}",
      ending, flag(outcome->timed_out), flag(outcome->oom), flag(outcome->pids_refused), flag(outcome->disk_full),
      (long long)outcome->wall_us, (long long)outcome->cpu_us, (long long)outcome->memory_peak,
      flag(outcome->truncated[0]), flag(outcome->truncated[1]), outcome->files_omitted[OMITTED_COUNT],
      outcome->files_omitted[OMITTED_SIZE], outcome->files_omitted[OMITTED_UNREADABLE]);
  stream_frame(FRAME_STATUS, text, (size_t)length);
  stream_flush_wait();
}
