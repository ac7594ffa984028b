/*
 * Gives the frames of a session to init's parser, its channels and its file operations, without a daemon and without
 * starting programs. libFuzzer calls LLVMFuzzerTestOneInput; replay.c calls it with the saved corpus.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "channel/channel.h"
#include "fuzz.h"
#include "session/session.h"
#include "stream/received.h"
#include "stream/stream.h"

/* Rounds after the last frame, in which lists, deletions and watches continue. */
#define LAST_ROUNDS 8
/* Inputs after which the work directory is made again. */
#define RENEWAL 256

static void prepare(void);
static void give(const uint8_t *bytes, size_t length);
static void serve(void);

static jmp_buf after_end;
static int input = -1;

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  static unsigned int count;
  if (input < 0) prepare();
  if (count++ % RENEWAL == 0) work_renew();
  give(bytes, length);
  if (setjmp(after_end) == 0) {
    for (;;) {
      incoming_read();
      incoming_dispatch();
      serve();
    }
  }
  if (setjmp(after_end) == 0) {
    for (int round = 0; round < LAST_ROUNDS; round++) serve();
  }
  channels_abandon();
  work_check();
  return 0;
}

/* Replaces the end of the container: the end of this input. */
void stream_end(void) {
  longjmp(after_end, 1);
}

/* Descriptor 0 has the frames, and the answers are dropped. libFuzzer writes to standard error only. */
static void prepare(void) {
  work_create();
  input = memfd_create("frames", MFD_CLOEXEC);
  if (input < 0 || dup2(input, 0) < 0 || freopen("/dev/null", "w", stdout) == NULL) abort();
  stream_open();
}

static void give(const uint8_t *bytes, size_t length) {
  if (ftruncate(input, 0) < 0 || pwrite(input, bytes, length, 0) != (ssize_t)length) abort();
  lseek(input, 0, SEEK_SET);
  received.start = received.end = 0;
  incoming_open(session_take);
  pong_send();
}

/* One round of the loop of session.c. */
static void serve(void) {
  struct pollfd watched[CHANNELS_POLL_CAP];
  const size_t count = channels_watch(watched);
  if (poll(watched, count, 0) < 0) abort();
  channels_watched(watched);
  if (watches_descriptor() >= 0) watches_read();
  processes_reap();
  channels_pump();
  pong_send();
  stream_flush();
}
