#include "channel/channel.h"

/* Rounds after which the daemon's frames are read again. */
#define ROUNDS 4

static void return_credit(struct channel *channel);

/* The channel that is served first in the next round. */
static size_t first;
/* Channels wait because the buffer had no space. */
static bool is_blocked;

/*
 * Lets the channels send one frame after the other, in rotation, as long as the buffer has space for one. Returns true
 * if a channel can continue without waiting for an event.
 */
bool channels_pump(void) {
  bool has_progress = false;
  is_blocked = false;
  for (int round = 0; round < ROUNDS; round++) {
    has_progress = false;
    for (size_t count = 0; count < CHANNELS_CAP; count++) {
      struct channel *channel = channel_at(first);
      if (channel != NULL) {
        if (stream_space() < DATA_SPACE) stream_flush();
        is_blocked = stream_space() < DATA_SPACE;
        if (is_blocked) return false;
        return_credit(channel);
        if (channel->kind->pump(channel)) has_progress = true;
      }
      first = (first + 1) % CHANNELS_CAP;
    }
    if (!has_progress) return false;
  }
  return has_progress;
}

/* Returns true if channels that have waited for space can be served now: no event reports this. */
bool channels_can_continue(void) {
  return is_blocked && stream_space() >= DATA_SPACE;
}

static void return_credit(struct channel *channel) {
  if (channel->due < RETURN_BYTES) return;
  uint8_t payload[4];
  put_u32(payload, (uint32_t)channel->due);
  stream_put(channel->number, CHANNEL_CREDIT, payload, sizeof payload);
  channel->allowance += channel->due;
  channel->due = 0;
}

/* Returns the earliest time at which a channel must be served, or INT64_MAX. */
int64_t channels_deadline_us(void) {
  int64_t earliest_us = INT64_MAX;
  for (size_t index = 0; index < CHANNELS_CAP; index++) {
    const struct channel *channel = channel_at(index);
    if (channel == NULL) continue;
    const int64_t resume_us = flow_deadline_us(&channel->flow);
    if (resume_us < earliest_us) earliest_us = resume_us;
    if (channel->deadline_us != 0 && channel->deadline_us < earliest_us) earliest_us = channel->deadline_us;
  }
  return earliest_us;
}

/* Adds the descriptors of all channels. Returns their number, at most CHANNELS_POLL_CAP. */
size_t channels_watch(struct pollfd *watched) {
  size_t count = 0;
  for (size_t index = 0; index < CHANNELS_CAP; index++) {
    struct channel *channel = channel_at(index);
    if (channel != NULL) count = flow_watch(channel, watched, count);
  }
  return count;
}

/* Records the events that were reported for the descriptors of channels_watch. */
void channels_watched(const struct pollfd *watched) {
  for (size_t index = 0; index < CHANNELS_CAP; index++) {
    struct channel *channel = channel_at(index);
    if (channel == NULL) continue;
    flow_watched(&channel->flow, watched);
    if (channel->flow.input_slot >= 0 && watched[channel->flow.input_slot].revents != 0) flow_push(channel);
  }
}
