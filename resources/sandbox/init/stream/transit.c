/*
 * Encrypts the stream, if init has been given a public key of the daemon: the engine of a cluster writes the streams of
 * its containers to disk, and passes them through servers. PROTOCOL.md, "Sealed streams", defines the format.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "stream/received.h"
#include "stream/stream.h"
#include "stream/transit.h"

#define TO_DAEMON 1
#define ATTACHED 'A'
/* Time for the daemon to attach its stream. No stream reports to a container that its daemon has died before. */
#define ATTACH_MS 30000
#define HEAD_BYTES 4
#define TAG_BYTES crypto_aead_chacha20poly1305_IETF_ABYTES
#define RECORD_BYTES (HEAD_BYTES + CHUNK_BYTES + TAG_BYTES)

static bool is_sealed;

/* Key of one direction, and the number of its next record. */
struct direction {
  uint8_t key[crypto_kx_SESSIONKEYBYTES];
  uint64_t number;
};
static struct direction to_daemon, from_daemon;

/* The bytes from `start` to `end` were received. Those before may hold an opened record, of which a part is left. */
static struct {
  uint8_t bytes[RECORD_BYTES];
  size_t start, end;
  size_t opened_start, opened_end;
} sealed_in;

/* The record that is being written. */
static struct {
  uint8_t bytes[RECORD_BYTES];
  size_t start, end;
} sealed_out;

static void await_daemon(void);
static size_t take(uint8_t *target, size_t length);
static bool open_next(void);
static bool write_record(void);
static void seal(const uint8_t *bytes, size_t length);
static void next_nonce(struct direction *direction, uint8_t nonce[crypto_aead_chacha20poly1305_IETF_NPUBBYTES]);

/*
 * Agrees on keys, when the daemon has attached its stream. `daemon_key` is the daemon's public key in hexadecimal digits.
 * Init's own is sent first.
 */
void transit_open(const char *daemon_key) {
  uint8_t theirs[crypto_kx_PUBLICKEYBYTES], public[crypto_kx_PUBLICKEYBYTES], secret[crypto_kx_SECRETKEYBYTES];
  size_t length = 0;
  if (sodium_init() < 0) stream_fail("boot", ENOSYS);
  if (sodium_hex2bin(theirs, sizeof theirs, daemon_key, strlen(daemon_key), NULL, &length, NULL) != 0 ||
      length != sizeof theirs || strlen(daemon_key) != 2 * sizeof theirs)
    stream_fail("boot", EINVAL);
  crypto_kx_keypair(public, secret);
  if (crypto_kx_client_session_keys(from_daemon.key, to_daemon.key, public, secret, theirs) != 0)
    stream_fail("boot", EINVAL);
  explicit_bzero(secret, sizeof secret);
  /* Allocates the pages now, as `stream_open` does. */
  memset(&sealed_in, 0, sizeof sealed_in);
  memset(&sealed_out, 0, sizeof sealed_out);
  memcpy(sealed_out.bytes, public, sizeof public);
  sealed_out.end = sizeof public;
  is_sealed = true;
  await_daemon();
}

/*
 * Waits for the byte that says that the daemon reads, and ends the container if it does not come in time. What is sent
 * before is lost: a cluster attaches after the start.
 */
static void await_daemon(void) {
  const int64_t end_us = monotonic_us() + (int64_t)ATTACH_MS * 1000;
  for (;;) {
    struct pollfd from = {.fd = FROM_DAEMON, .events = POLLIN};
    const int64_t left_ms = (end_us - monotonic_us()) / 1000;
    if (left_ms <= 0) stream_end();
    const int ready = poll(&from, 1, (int)left_ms);
    if (ready == 0) continue;
    uint8_t byte;
    const ssize_t count = ready < 0 ? -1 : read(FROM_DAEMON, &byte, 1);
    if (count == 1 && byte == ATTACHED) return;
    if (count == 1) stream_fail("boot", EPROTO);
    if (count == 0 || (errno != EINTR && errno != EAGAIN)) stream_end();
  }
}

/* As `read` of the daemon's stream. Fails with EAGAIN if a record has arrived in part. */
ssize_t transit_read(void *target, size_t length) {
  if (!is_sealed) return read(FROM_DAEMON, target, length);
  size_t taken = take(target, length);
  if (taken > 0) return (ssize_t)taken;
  memmove(sealed_in.bytes, sealed_in.bytes + sealed_in.start, sealed_in.end - sealed_in.start);
  sealed_in.end -= sealed_in.start;
  sealed_in.start = sealed_in.opened_start = sealed_in.opened_end = 0;
  const ssize_t count = read(FROM_DAEMON, sealed_in.bytes + sealed_in.end, sizeof sealed_in.bytes - sealed_in.end);
  if (count <= 0) return count;
  sealed_in.end += (size_t)count;
  taken = take(target, length);
  if (taken > 0) return (ssize_t)taken;
  errno = EAGAIN;
  return -1;
}

/* Returns bytes that have arrived already and that no event reports, at most `length`. */
size_t transit_take(void *target, size_t length) {
  return is_sealed ? take(target, length) : 0;
}

/*
 * As `write` to the daemon's stream. Bytes that count as written may be retained in a record: it is written with the
 * next ones, or by a call without any, which returns 0.
 */
ssize_t transit_write(const void *bytes, size_t length) {
  if (!is_sealed) return write(TO_DAEMON, bytes, length);
  if (!write_record()) return -1;
  if (length == 0) return 0;
  if (length > CHUNK_BYTES) length = CHUNK_BYTES;
  seal(bytes, length);
  if (!write_record() && errno != EAGAIN && errno != EINTR) return -1;
  return (ssize_t)length;
}

bool transit_pending(void) {
  return sealed_out.start < sealed_out.end;
}

static size_t take(uint8_t *target, size_t length) {
  if (length == 0 || (sealed_in.opened_start == sealed_in.opened_end && !open_next())) return 0;
  size_t count = sealed_in.opened_end - sealed_in.opened_start;
  if (count > length) count = length;
  memcpy(target, sealed_in.bytes + sealed_in.opened_start, count);
  /* The buffer contained code and secrets. */
  explicit_bzero(sealed_in.bytes + sealed_in.opened_start, count);
  sealed_in.opened_start += count;
  return count;
}

/* Opens the next record in place, if it is complete. A record that is not the daemon's next one ends the container. */
static bool open_next(void) {
  uint8_t *head = sealed_in.bytes + sealed_in.start;
  const size_t received_bytes = sealed_in.end - sealed_in.start;
  if (received_bytes < HEAD_BYTES) return false;
  const size_t length = get_u32(head);
  if (length == 0 || length > CHUNK_BYTES) stream_end();
  if (received_bytes < HEAD_BYTES + length + TAG_BYTES) return false;
  uint8_t nonce[crypto_aead_chacha20poly1305_IETF_NPUBBYTES];
  next_nonce(&from_daemon, nonce);
  if (crypto_aead_chacha20poly1305_ietf_decrypt(head + HEAD_BYTES, NULL, NULL, head + HEAD_BYTES, length + TAG_BYTES,
                                                head, HEAD_BYTES, nonce, from_daemon.key) != 0)
    stream_end();
  sealed_in.opened_start = sealed_in.start + HEAD_BYTES;
  sealed_in.opened_end = sealed_in.opened_start + length;
  sealed_in.start += HEAD_BYTES + length + TAG_BYTES;
  return true;
}

/* Writes the record to its end. Returns false with errno if the stream does not accept it. */
static bool write_record(void) {
  while (transit_pending()) {
    const ssize_t count = write(TO_DAEMON, sealed_out.bytes + sealed_out.start, sealed_out.end - sealed_out.start);
    if (count < 0) return false;
    sealed_out.start += (size_t)count;
  }
  return true;
}

static void seal(const uint8_t *bytes, size_t length) {
  uint8_t nonce[crypto_aead_chacha20poly1305_IETF_NPUBBYTES];
  next_nonce(&to_daemon, nonce);
  put_u32(sealed_out.bytes, (uint32_t)length);
  crypto_aead_chacha20poly1305_ietf_encrypt(sealed_out.bytes + HEAD_BYTES, NULL, bytes, length, sealed_out.bytes,
                                            HEAD_BYTES, NULL, nonce, to_daemon.key);
  sealed_out.start = 0;
  sealed_out.end = HEAD_BYTES + length + TAG_BYTES;
}

/* A record's number is never used twice: at 2^64 the stream would be 10^24 bytes long. */
static void next_nonce(struct direction *direction, uint8_t nonce[crypto_aead_chacha20poly1305_IETF_NPUBBYTES]) {
  memset(nonce, 0, crypto_aead_chacha20poly1305_IETF_NPUBBYTES);
  put_u64(nonce + crypto_aead_chacha20poly1305_IETF_NPUBBYTES - sizeof direction->number, direction->number++);
}
