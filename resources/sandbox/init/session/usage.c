#include <stdio.h>

#include "facts/facts.h"
#include "session/session.h"

static bool pump(struct channel *channel);

static const struct kind usage_kind = {.pump = pump};

/* Sends the figures and ends the channel. */
int usage_open(uint16_t number, struct fields *fields) {
  const int error = fields_end(fields);
  if (error != 0) return error;
  uint64_t disk, used;
  char text[384];
  disk_usage(&disk, &used);
  const int length =
      snprintf(text, sizeof text,
               "{\"memoryBytes\":%lld,\"memoryCacheBytes\":%lld,\"memoryPeakBytes\":%lld,\"pids\":%lld,\"oomKills\":%lld,\"diskBytes\":%llu,"
               "\"diskUsedBytes\":%llu}",
               (long long)cgroup_memory(), (long long)cgroup_memory_cache(), (long long)cgroup_memory_peak(), (long long)cgroup_pids(),
               (long long)cgroup_oom_kills(), (unsigned long long)disk, (unsigned long long)used);
  struct channel *channel = channel_create(number, &usage_kind);
  channel_accept(channel, "", 0);
  channel_send(channel, 0, text, (size_t)length);
  channel_finish_with(channel, 0);
  return 0;
}

static bool pump(struct channel *channel) {
  (void)channel;
  return false;
}
