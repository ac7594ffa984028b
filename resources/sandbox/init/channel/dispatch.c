#include "channel/channel.h"

static void take_data(struct channel *channel, const struct frame *frame);
static void require(bool is_legal);

/* Handles a frame of a channel, except one that opens it. Frames of channels that are not open are ignored. */
void channels_take(const struct frame *frame) {
  const uint8_t type = frame->type;
  require(type != CHANNEL_OPEN && type != COMMAND_PING && type != COMMAND_ACKNOWLEDGE);
  require(frame->length == 0 || (type != CHANNEL_END && type != CHANNEL_CLOSE));
  require(frame->length == 4 || type != CHANNEL_CREDIT);
  require(frame->length == 1 || type != CHANNEL_CONTROL);
  struct channel *channel = channel_find(frame->channel);
  if (channel == NULL) return;
  const struct kind *kind = channel->kind;
  if (type == CHANNEL_DATA) {
    take_data(channel, frame);
  } else if (type == CHANNEL_END) {
    require(!channel->has_input_ended);
    channel->has_input_ended = true;
    if (kind->end != NULL) kind->end(channel);
  } else if (type == CHANNEL_CREDIT) {
    channel->credit += get_u32(frame->payload);
  } else if (type == CHANNEL_CONTROL) {
    if (kind->control != NULL) kind->control(channel, frame->payload[0]);
  } else if (type == CHANNEL_CLOSE) {
    channel_close(channel);
  } else {
    require(kind->answer != NULL);
    kind->answer(channel, type == CHANNEL_ACCEPTED);
  }
}

static void take_data(struct channel *channel, const struct frame *frame) {
  require(channel->kind->take != NULL && !channel->has_input_ended && frame->length <= channel->allowance);
  channel->allowance -= frame->length;
  if (frame->length > 0) channel->kind->take(channel, frame->payload, frame->length);
}

static void require(bool is_legal) {
  if (!is_legal) stream_end();
}
