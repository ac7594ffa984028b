#define _GNU_SOURCE
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "channel/channel.h"
#include "program.h"

#define NO_LIMIT (-1)
/* Delay before the next read after a small piece of output, so that one frame holds many small pieces. */
#define GATHER_US 1000
#define SMALL_BYTES 4096

static void gather(struct source *source, size_t count);
static ssize_t write_some(int descriptor, const uint8_t *bytes, size_t length);
static void end_input(struct channel *channel);
static void drop_input(struct channel *channel);

void flow_open(struct flow *flow) {
  *flow = (struct flow){.input = -1, .input_slot = -1};
  for (int index = 0; index < STREAMS; index++) {
    flow->sources[index] = (struct source){.descriptor = -1, .left = NO_LIMIT, .slot = -1};
  }
}

/* Adds the descriptors that can be served now. Returns the new count. */
size_t flow_watch(const struct channel *channel, struct pollfd *watched, size_t count) {
  struct flow *flow = (struct flow *)&channel->flow;
  const int64_t now_us = monotonic_us();
  const bool can_send = channel->is_accepted && channel->credit > 0 && stream_space() >= DATA_SPACE;
  for (int index = 0; index < STREAMS; index++) {
    struct source *source = &flow->sources[index];
    source->slot = -1;
    if (source->paused_until_us <= now_us) source->paused_until_us = 0;
    const bool is_idle = source->descriptor >= 0 && !source->is_ready && source->paused_until_us == 0;
    if (!is_idle || !can_send) continue;
    source->slot = (int)count;
    watched[count++] = (struct pollfd){.fd = source->descriptor, .events = POLLIN};
  }
  flow->input_slot = -1;
  if (flow->input >= 0 && ((flow->ring.length > 0 && !flow->is_held) || flow->is_pushing)) {
    flow->input_slot = (int)count;
    watched[count++] = (struct pollfd){.fd = flow->input, .events = POLLOUT};
  }
  return count;
}

void flow_watched(struct flow *flow, const struct pollfd *watched) {
  for (int index = 0; index < STREAMS; index++) {
    struct source *source = &flow->sources[index];
    if (source->slot >= 0 && watched[source->slot].revents != 0) source->is_ready = true;
  }
}

/* Sends one frame from a source, if it is ready and there is credit. Returns true if it did, or if the source ended. */
bool flow_pass_on(struct channel *channel, int index, int stream) {
  static uint8_t chunk[DATA_BYTES];
  struct source *source = &channel->flow.sources[index];
  if (source->descriptor < 0 || !source->is_ready || !channel->is_accepted || channel->credit == 0) return false;
  size_t length = sizeof chunk;
  if (channel->credit < length) length = (size_t)channel->credit;
  if (source->left >= 0 && (size_t)source->left < length) length = (size_t)source->left;
  if (length == 0) return false;
  const ssize_t count = read(source->descriptor, chunk, length);
  if (count < 0 && errno == EINTR) return true;
  if (count < 0 && errno == EAGAIN) {
    source->is_ready = false;
    if (source->left <= 0) return false;
    /* Less arrived than the limit: the channel can continue with its next source, or end. */
    source->left = 0;
    return true;
  }
  if (count <= 0) {
    close_once(&source->descriptor);
    return true;
  }
  /* A short read means that the descriptor is empty: the kernel reports further bytes. */
  if ((size_t)count < length) source->is_ready = false;
  if (source->left >= 0) {
    source->left -= count;
    source->is_ready = true;
  } else if (source->is_gathered) {
    gather(source, (size_t)count);
  }
  channel_send(channel, stream, chunk, (size_t)count);
  return true;
}

/*
 * A source that just had a small piece is not read for a moment. The first piece after a silence is never delayed, and
 * neither are the bytes of a limited source.
 */
static void gather(struct source *source, size_t count) {
  const int64_t now_us = monotonic_us();
  const bool continues = now_us - source->read_at_us < 2 * GATHER_US;
  source->read_at_us = now_us;
  source->paused_until_us = continues && count < SMALL_BYTES ? now_us + GATHER_US : 0;
}

/* Returns the time at which a source that pauses is read again, or INT64_MAX. */
int64_t flow_deadline_us(const struct flow *flow) {
  int64_t earliest_us = INT64_MAX;
  for (int index = 0; index < STREAMS; index++) {
    const struct source *source = &flow->sources[index];
    const bool is_paused = source->descriptor >= 0 && !source->is_ready && source->paused_until_us > 0;
    if (is_paused && source->paused_until_us < earliest_us) earliest_us = source->paused_until_us;
  }
  return earliest_us;
}

/* Limits a source to the bytes that it has now. */
void flow_limit(struct flow *flow, int index) {
  struct source *source = &flow->sources[index];
  int count = 0;
  if (source->descriptor >= 0 && ioctl(source->descriptor, FIONREAD, &count) < 0) count = 0;
  source->left = count;
  source->paused_until_us = 0;
  source->is_ready = source->is_ready || count > 0;
}

/* The kernel reports again what the source has. */
void flow_unlimit(struct flow *flow, int index) {
  flow->sources[index].left = NO_LIMIT;
  flow->sources[index].is_ready = false;
}

/* Closes a socket whose other end is closed. */
void flow_check_end(struct flow *flow, int index) {
  char next;
  struct source *source = &flow->sources[index];
  if (source->descriptor >= 0 && recv(source->descriptor, &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
    close_once(&source->descriptor);
  }
}

/* Returns true if a limited source has no more bytes to pass on. */
bool flow_is_drained(const struct flow *flow, int index) {
  return flow->sources[index].descriptor < 0 || flow->sources[index].left == 0;
}

/* Writes input to the descriptor; bytes that it does not accept at once wait in the ring. */
void flow_take(struct channel *channel, const uint8_t *bytes, size_t length) {
  struct flow *flow = &channel->flow;
  size_t done = 0;
  if (flow->input >= 0 && flow->ring.length == 0 && !flow->is_held) {
    const ssize_t count = write_some(flow->input, bytes, length);
    if (count >= 0) done = (size_t)count;
    else if (errno != EAGAIN) drop_input(channel);
  }
  if (flow->input < 0) done = length;
  channel->due += done;
  /* Without memory the input cannot be complete, so the channel ends. */
  if (!ring_put(&flow->ring, bytes + done, length - done)) channel_close(channel);
}

/* Continues to write the input that waits. */
void flow_push(struct channel *channel) {
  struct flow *flow = &channel->flow;
  while (flow->input >= 0 && !flow->is_held && flow->ring.length > 0) {
    const uint8_t *bytes;
    const size_t length = ring_front(&flow->ring, &bytes);
    const ssize_t count = write_some(flow->input, bytes, length);
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) {
      drop_input(channel);
      return;
    }
    ring_drop(&flow->ring, (size_t)count);
    channel->due += (size_t)count;
  }
  if (channel->has_input_ended && !flow->is_held) end_input(channel);
}

/* Closes the input when the bytes that wait have been written. */
void flow_end_input(struct channel *channel) {
  if (channel->flow.ring.length == 0 && !channel->flow.is_held) end_input(channel);
}

void flow_close(struct flow *flow) {
  for (int index = 0; index < STREAMS; index++) close_once(&flow->sources[index].descriptor);
  close_once(&flow->input);
  ring_free(&flow->ring);
}

/* Returns the number of bytes that were accepted, or -1 with errno. A socket's other end can be closed. */
static ssize_t write_some(int descriptor, const uint8_t *bytes, size_t length) {
  ssize_t count;
  do count = write(descriptor, bytes, length);
  while (count < 0 && errno == EINTR);
  return count;
}

/* `input` is its own descriptor: of a socket, only this direction is shut down. */
static void end_input(struct channel *channel) {
  if (channel->flow.input >= 0) shutdown(channel->flow.input, SHUT_WR);
  close_once(&channel->flow.input);
}

/* The reader is closed. Later input is dropped and counts as consumed, so that the daemon can send all of it. */
static void drop_input(struct channel *channel) {
  channel->due += channel->flow.ring.length;
  ring_free(&channel->flow.ring);
  close_once(&channel->flow.input);
}
