#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "channel/channel.h"

static struct channel channels[CHANNELS_CAP];

/* Returns true if another channel can be opened. */
bool channel_is_free(void) {
  for (size_t index = 0; index < CHANNELS_CAP; index++) {
    if (channels[index].number == 0) return true;
  }
  return false;
}

struct channel *channel_find(uint16_t number) {
  for (size_t index = 0; index < CHANNELS_CAP; index++) {
    if (channels[index].number == number && number != 0) return &channels[index];
  }
  return NULL;
}

/* Returns an entry of the table, or null if all are in use. */
struct channel *channel_create(uint16_t number, const struct kind *kind) {
  for (size_t index = 0; index < CHANNELS_CAP; index++) {
    struct channel *channel = &channels[index];
    if (channel->number != 0) continue;
    *channel = (struct channel){.number = number,
                                .kind = kind,
                                .is_accepted = number < FIRST_OWN_CHANNEL,
                                .credit = CREDIT_BYTES,
                                .allowance = CREDIT_BYTES};
    flow_open(&channel->flow);
    return channel;
  }
  return NULL;
}

/* Returns an entry that is in use, or null. */
struct channel *channel_at(size_t index) {
  return channels[index].number == 0 ? NULL : &channels[index];
}

void channel_accept(struct channel *channel, const void *payload, size_t length) {
  stream_put(channel->number, CHANNEL_ACCEPTED, payload, length);
}

void channel_refuse(uint16_t number, int error) {
  uint8_t payload[4];
  put_u32(payload, (uint32_t)error);
  stream_put(number, CHANNEL_REFUSED, payload, sizeof payload);
}

/* Ends a channel at the daemon's request, or because there is no memory. */
void channel_close(struct channel *channel) {
  if (channel->kind->close != NULL) channel->kind->close(channel);
  else channel_finish_with(channel, ECANCELED);
}

/* Frees a channel and sends nothing. */
void channel_drop(struct channel *channel) {
  if (channel->kind->release != NULL) channel->kind->release(channel);
  flow_close(&channel->flow);
  free(channel->state);
  memset(channel, 0, sizeof *channel);
}

/* Sends data, which the credit must cover. `stream` is NO_STREAM on a channel that init has opened. */
void channel_send(struct channel *channel, int stream, const void *bytes, size_t length) {
  const uint8_t stream_byte = (uint8_t)stream;
  const size_t prefix = stream == NO_STREAM ? 0 : 1;
  stream_frame_begin(channel->number, CHANNEL_DATA, prefix + length);
  stream_frame_bytes(&stream_byte, prefix);
  stream_frame_bytes(bytes, length);
  channel->credit -= length;
}

void channel_finish(struct channel *channel, const void *payload, size_t length) {
  stream_put(channel->number, CHANNEL_ENDED, payload, length);
  channel_drop(channel);
}

void channel_finish_with(struct channel *channel, int error) {
  uint8_t payload[4];
  put_u32(payload, (uint32_t)error);
  channel_finish(channel, payload, sizeof payload);
}

/* Frees all channels and sends nothing: the container ends, or the run has ended. */
void channels_abandon(void) {
  for (size_t index = 0; index < CHANNELS_CAP; index++) {
    if (channels[index].number != 0) channel_drop(&channels[index]);
  }
}
