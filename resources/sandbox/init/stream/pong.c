#include <string.h>

#include "stream/stream.h"

/* A daemon that sends more pings before it reads an answer breaks the protocol. */
#define PONGS_CAP 16

static struct {
  uint8_t payload[PING_CAP];
  size_t length;
} pongs[PONGS_CAP];
static size_t pongs_count;

/* Retains the answer: a ping may arrive while init waits within a long frame. */
void pong_keep(const struct frame *ping) {
  if (ping->length > PING_CAP || pongs_count == PONGS_CAP) stream_end();
  memcpy(pongs[pongs_count].payload, ping->payload, ping->length);
  pongs[pongs_count++].length = ping->length;
}

/* Adds the answers to the buffer as far as it has space. Called between two frames. */
void pong_send(void) {
  size_t sent = 0;
  while (sent < pongs_count && stream_space() >= 2 * PING_CAP + NONCE_BYTES) {
    stream_put(0, FRAME_PONG, pongs[sent].payload, pongs[sent].length);
    sent++;
  }
  if (sent == 0) return;
  pongs_count -= sent;
  memmove(pongs, pongs + sent, pongs_count * sizeof *pongs);
}
