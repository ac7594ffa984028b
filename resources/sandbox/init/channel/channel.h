/* The channels of a session, and those of the relay in both modes. */
#ifndef STRONGROOM_CHANNEL_H
#define STRONGROOM_CHANNEL_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channel/ring.h"
#include "protocol.h"
#include "stream/stream.h"

/* Largest number of bytes in one frame of data. A multiple of the page size, so that a pipe never splits a page. */
#define DATA_BYTES 61440
#define NO_STREAM (-1)
#define STREAMS 3
#define CHANNELS_POLL_CAP (CHANNELS_CAP * (STREAMS + 1))

/* A descriptor from which a channel passes on bytes. */
struct source {
  int descriptor;
  /* The kernel has reported bytes or an end that were not read yet. */
  bool is_ready;
  /* Number of bytes that may still be read from it; negative: any number. */
  int64_t left;
  int slot;
  /* Collects many small writes into one frame: see flow_pass_on. */
  bool is_gathered;
  int64_t read_at_us;
  int64_t paused_until_us;
};

/* Bytes between descriptors and a channel. */
struct flow {
  struct source sources[STREAMS];
  /* Descriptor to which the channel's input is written. */
  int input;
  int input_slot;
  struct ring ring;
  /* Waits until `input` accepts bytes, even if the ring is empty. */
  bool is_pushing;
  /* Input waits in the ring although the descriptor may accept it. */
  bool is_held;
};

struct channel;

struct kind {
  /* Sends at most one frame of data. Returns true if the channel made progress and may do more. */
  bool (*pump)(struct channel *channel);
  /* Takes input; null if the kind has none. */
  void (*take)(struct channel *channel, const uint8_t *bytes, size_t length);
  void (*end)(struct channel *channel);
  void (*control)(struct channel *channel, int signal);
  /* The daemon has accepted or refused a channel of init. */
  void (*answer)(struct channel *channel, bool is_accepted);
  /* The daemon closes the channel, which then ends with `Q`. Null: at once, with ECANCELED. */
  void (*close)(struct channel *channel);
  /* Frees what the kind holds, and sends nothing. */
  void (*release)(struct channel *channel);
};

struct channel {
  /* 0 if the entry is free. */
  uint16_t number;
  /* False until the daemon has accepted a channel of init. */
  bool is_accepted;
  bool has_input_ended;
  /* Bytes that init may send. */
  uint64_t credit;
  /* Bytes that the daemon may send. */
  uint64_t allowance;
  /* Bytes that were consumed, for which no credit was returned yet. */
  uint64_t due;
  /* Monotonic time at which `pump` must be called; 0: none. */
  int64_t deadline_us;
  const struct kind *kind;
  void *state;
  struct flow flow;
};

/* channels.c */
bool channel_is_free(void);
struct channel *channel_find(uint16_t number);
struct channel *channel_create(uint16_t number, const struct kind *kind);
struct channel *channel_at(size_t index);
void channel_accept(struct channel *channel, const void *payload, size_t length);
void channel_refuse(uint16_t number, int error);
void channel_close(struct channel *channel);
void channel_drop(struct channel *channel);
void channel_send(struct channel *channel, int stream, const void *bytes, size_t length);
void channel_finish(struct channel *channel, const void *payload, size_t length);
void channel_finish_with(struct channel *channel, int error);
void channels_abandon(void);

/* dispatch.c */
void channels_take(const struct frame *frame);

/* rotation.c */
bool channels_pump(void);
bool channels_can_continue(void);
int64_t channels_deadline_us(void);
size_t channels_watch(struct pollfd *watched);
void channels_watched(const struct pollfd *watched);

/* flow.c */
void flow_open(struct flow *flow);
int64_t flow_deadline_us(const struct flow *flow);
size_t flow_watch(const struct channel *channel, struct pollfd *watched, size_t count);
void flow_watched(struct flow *flow, const struct pollfd *watched);
bool flow_pass_on(struct channel *channel, int source, int stream);
void flow_limit(struct flow *flow, int source);
void flow_unlimit(struct flow *flow, int source);
void flow_check_end(struct flow *flow, int source);
bool flow_is_drained(const struct flow *flow, int source);
void flow_take(struct channel *channel, const uint8_t *bytes, size_t length);
void flow_push(struct channel *channel);
void flow_end_input(struct channel *channel);
void flow_close(struct flow *flow);

#endif
