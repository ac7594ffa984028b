#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

#include "session/session.h"
#include "stream/stream.h"

static void open_channel(const struct frame *frame);
static open_kind *opener_of(uint8_t kind);

/* Handles a frame of the daemon. */
void session_take(const struct frame *frame) {
  if (frame->channel == 0) {
    if (frame->type != COMMAND_PING) stream_end();
    pong_keep(frame);
  } else if (frame->type == CHANNEL_OPEN) {
    open_channel(frame);
  } else {
    channels_take(frame);
  }
}

/* A number that is in use or belongs to init breaks the protocol; every other failure refuses the channel. */
static void open_channel(const struct frame *frame) {
  if (frame->channel >= FIRST_OWN_CHANNEL || channel_find(frame->channel) != NULL) stream_end();
  struct fields fields = {.next = frame->payload, .left = frame->length};
  int error = EMFILE;
  if (frame->payload == NULL) {
    error = ENOMEM;
  } else if (channel_is_free()) {
    open_kind *const opens = opener_of(field_u8(&fields));
    error = opens == NULL ? EINVAL : opens(frame->channel, &fields);
  }
  if (error != 0) channel_refuse(frame->channel, error);
}

static open_kind *opener_of(uint8_t kind) {
  switch (kind) {
    case 'p':
      return process_open;
    case 'k':
      return kernel_open;
    case 'r':
      return read_open;
    case 'w':
      return write_open;
    case 'e':
      return entries_open;
    case 'h':
      return watch_open;
    case 'u':
      return usage_open;
    default:
      return NULL;
  }
}
