#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "channel/ring.h"
#include "job/job.h"
#include "stream/stream.h"

#define BEGINNING_CAP CHUNK_BYTES

/* Bytes of the job come first and do not count toward the credit. */
static struct {
  struct ring ring;
  size_t beginning;
  /* Bytes that the daemon may send. */
  uint64_t credit;
  /* Bytes of frames that the program has read, for which no credit was returned yet. */
  uint64_t due;
  bool has_ended;
  /* The program has closed its input: further bytes are dropped. */
  bool is_abandoned;
} input;

/* Reads the beginning of the input, which is part of the job. */
void input_read(bool continues) {
  static uint8_t beginning[BEGINNING_CAP];
  input.has_ended = !continues;
  input.credit = continues ? CREDIT_BYTES : 0;
  input.beginning = read_u32();
  if (input.beginning == 0) return;
  if (input.beginning > sizeof beginning) stream_fail("job", EMSGSIZE);
  read_exactly(beginning, input.beginning);
  const bool is_kept = ring_put(&input.ring, beginning, input.beginning);
  explicit_bzero(beginning, input.beginning);
  if (!is_kept) stream_fail("job", ENOMEM);
}

/* Returns true if the program has all its input. */
bool input_is_complete(void) {
  return input.is_abandoned || (input.has_ended && input.ring.length == 0);
}

bool input_has_bytes(void) {
  return input.ring.length > 0;
}

/* Retains bytes of a frame. The sum of the beginning and the credit fits into the ring. */
void input_keep(const uint8_t *bytes, size_t length) {
  if (input.has_ended || length > input.credit) stream_end();
  input.credit -= length;
  if (input.is_abandoned) input.due += length;
  else if (!ring_put(&input.ring, bytes, length)) stream_end();
}

void input_end(void) {
  if (input.has_ended) stream_end();
  input.has_ended = true;
}

/* Writes as much as the program's pipe accepts. Returns false if the program has closed it. */
bool input_give(int descriptor) {
  while (input.ring.length > 0) {
    const uint8_t *bytes;
    const size_t length = ring_front(&input.ring, &bytes);
    const ssize_t count = write(descriptor, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return true;
    if (count <= 0) return false;
    ring_drop(&input.ring, (size_t)count);
    const size_t early = (size_t)count < input.beginning ? (size_t)count : input.beginning;
    input.beginning -= early;
    input.due += (size_t)count - early;
  }
  return true;
}

/* Drops the input that the program has not read, and what follows. */
void input_abandon(void) {
  input.due += input.ring.length - input.beginning;
  input.beginning = 0;
  input.is_abandoned = true;
  ring_free(&input.ring);
}

/* Sends the credit that is due, if it is enough for a frame and the daemon accepts it at once. */
void input_return_credit(void) {
  if (input.due < RETURN_BYTES || stream_pending()) return;
  uint8_t payload[4];
  put_u32(payload, (uint32_t)input.due);
  input.credit += input.due;
  input.due = 0;
  stream_frame(FRAME_CREDIT, payload, sizeof payload);
}
