/* The stream to and from the daemon. Every function that waits exits if the daemon closes its end. */
#ifndef STRONGROOM_STREAM_H
#define STRONGROOM_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

/* Frames of the daemon are handled only if this much of the buffer is free, so that an answer never waits. */
#define ANSWER_BYTES (16 * 1024)
/* Data of channels leaves this much of the buffer to answers. */
#define DATA_SPACE (CHUNK_BYTES + 2 * ANSWER_BYTES)

/* A frame from the daemon. `payload` is null if there was no memory for it. It is wiped after the handler returns. */
struct frame {
  uint8_t type;
  uint16_t channel;
  uint8_t *payload;
  size_t length;
};

typedef void frame_handler(const struct frame *frame);

/* stream.c: frames to the daemon */
void stream_open(void);
void stream_hello(bool warm, const char *boot_id);
void stream_use_nonce(const uint8_t nonce[NONCE_BYTES]);
bool stream_pending(void);
size_t stream_space(void);
void stream_flush(void);
void stream_flush_wait(void);
void stream_frame(enum frame_type type, const void *payload, size_t length);
void stream_put(uint16_t channel, uint8_t type, const void *payload, size_t length);
void stream_frame_begin(uint16_t channel, uint8_t type, size_t length);
void stream_frame_bytes(const void *bytes, size_t length);
void stream_fail(const char *stage, int error) __attribute__((noreturn));

/* pong.c: answers to pings, which are sent between two frames */
void pong_keep(const struct frame *ping);
void pong_send(void);

/* end.c: ends the container */
void stream_end(void) __attribute__((noreturn));

/* read.c: reads that wait, for the job and the start of a session */
bool stream_wait_for(int descriptor);
void read_exactly(void *target, size_t length);
uint32_t read_u32(void);
char *read_text(size_t cap);
char **read_list(void);
void wipe_list(char **list);

/* incoming.c: frames after the job or the start of a session */
void incoming_open(frame_handler *handler);
short incoming_events(void);
void incoming_read(void);
void incoming_dispatch(void);
bool incoming_can_continue(void);

/* numbers.c */
uint16_t get_u16(const uint8_t *bytes);
uint32_t get_u32(const uint8_t *bytes);
uint64_t get_u64(const uint8_t *bytes);
void put_u16(uint8_t *bytes, uint16_t value);
void put_u32(uint8_t *bytes, uint32_t value);
void put_u64(uint8_t *bytes, uint64_t value);
int64_t monotonic_us(void);

#endif
