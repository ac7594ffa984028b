#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "netns.h"

#define NAMES_PORT 53
/* More than the daemon has of one run at once, with those that a program repeats. */
#define ASKED_CAP 1024
#define LINES_CAP 16
#define QUERY_CAP 1024
/* Bytes of questions that wait for this process. Linux counts over 768 bytes for each; its usual 208 KiB are 256 questions. */
#define WAITING_CAP (1 << 20)
#define ID_BYTES 4
#define BY_DATAGRAM 0
#define BY_LINE 1

/* The askers: the daemon answers in any order. A new question takes the place of the oldest. */
static struct {
  uint32_t id;
  int line;
  struct sockaddr_in from;
} asked[ASKED_CAP];
static uint32_t next_id = 1;

/* A client that asks by TCP (RFC 7766): one question, and its answer ends the connection. */
static struct {
  int socket;
  size_t length;
  uint8_t bytes[2 + QUERY_CAP];
} lines[LINES_CAP];
static int datagrams = -1, listener = -1, next_line;

static int bound(int kind);
static void make_room(int handle);
static void take_datagram(void);
static void take_line(void);
static void read_line(int index);
static void ask(const uint8_t *query, size_t length, int line, const struct sockaddr_in *from);
static void answer(const struct frame *frame);
static void close_line(int index);

/* The engine's own resolver forwards to here what it does not know itself: everything but its containers' names. */
void open_names(void) {
  datagrams = bound(SOCK_DGRAM);
  make_room(datagrams);
  listener = bound(SOCK_STREAM);
  if (listen(listener, LINES_CAP) < 0) fail("names", errno);
  for (int index = 0; index < LINES_CAP; index++) lines[index].socket = -1;
}

/* Hands the questions to the daemon, and its answers back, until it is gone. */
void serve_names(void) {
  for (;;) {
    struct pollfd watched[3 + LINES_CAP] = {
        {.fd = 0, .events = POLLIN}, {.fd = datagrams, .events = POLLIN}, {.fd = listener, .events = POLLIN}};
    for (int index = 0; index < LINES_CAP; index++) {
      watched[3 + index] = (struct pollfd){.fd = lines[index].socket, .events = POLLIN};
    }
    if (poll(watched, 3 + LINES_CAP, -1) < 0) continue;
    if (watched[0].revents != 0) stream_read();
    for (struct frame frame; stream_next(&frame);) answer(&frame);
    if (watched[1].revents != 0) take_datagram();
    for (int index = 0; index < LINES_CAP; index++) {
      if (watched[3 + index].revents != 0 && lines[index].socket == watched[3 + index].fd) read_line(index);
    }
    if (watched[2].revents != 0) take_line();
  }
}

static int bound(int kind) {
  const int handle = socket(AF_INET, kind | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const struct sockaddr_in here = {
      .sin_family = AF_INET, .sin_port = htons(NAMES_PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (handle < 0 || bind(handle, (const void *)&here, sizeof here) < 0) fail("names", errno);
  return handle;
}

/* Above net.core.rmem_max it takes CAP_NET_ADMIN of the machine, which a rootless engine does not have. */
static void make_room(int handle) {
  const int room = WAITING_CAP;
  if (setsockopt(handle, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room) == 0) return;
  setsockopt(handle, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
}

static void take_datagram(void) {
  uint8_t query[QUERY_CAP];
  struct sockaddr_in from;
  socklen_t from_length = sizeof from;
  const ssize_t count = recvfrom(datagrams, query, sizeof query, 0, (void *)&from, &from_length);
  if (count > 0) ask(query, (size_t)count, -1, &from);
}

/* The oldest makes room. */
static void take_line(void) {
  const int handle = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (handle < 0) return;
  close_line(next_line);
  lines[next_line].socket = handle;
  next_line = (next_line + 1) % LINES_CAP;
}

static void read_line(int index) {
  const size_t had = lines[index].length;
  const ssize_t count = recv(lines[index].socket, lines[index].bytes + had, sizeof lines[index].bytes - had, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    close_line(index);
    return;
  }
  lines[index].length = had + (size_t)count;
  if (lines[index].length < 2) return;
  const size_t wanted = (size_t)lines[index].bytes[0] << 8 | lines[index].bytes[1];
  if (wanted > QUERY_CAP) close_line(index);
  else if (lines[index].length >= wanted + 2) ask(lines[index].bytes + 2, wanted, index, NULL);
}

static void ask(const uint8_t *query, size_t length, int line, const struct sockaddr_in *from) {
  const uint32_t id = next_id++;
  asked[id % ASKED_CAP].id = id;
  asked[id % ASKED_CAP].line = line;
  if (from != NULL) asked[id % ASKED_CAP].from = *from;
  uint8_t payload[ID_BYTES + 1 + QUERY_CAP] = {(uint8_t)(id >> 24), (uint8_t)(id >> 16), (uint8_t)(id >> 8),
                                               (uint8_t)id, line < 0 ? BY_DATAGRAM : BY_LINE};
  memcpy(payload + ID_BYTES + 1, query, length);
  stream_send(FRAME_QUERY, payload, ID_BYTES + 1 + length);
}

static void answer(const struct frame *frame) {
  if (frame->type != FRAME_ANSWER || frame->length < ID_BYTES) fail("stream", EPROTO);
  const uint8_t *bytes = frame->payload;
  const uint32_t id = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
  const size_t length = frame->length - ID_BYTES;
  if (id == 0 || asked[id % ASKED_CAP].id != id || length > UINT16_MAX) return;
  asked[id % ASKED_CAP].id = 0;
  const int line = asked[id % ASKED_CAP].line;
  if (line < 0) {
    sendto(datagrams, bytes + ID_BYTES, length, 0, (const void *)&asked[id % ASKED_CAP].from,
           sizeof asked[id % ASKED_CAP].from);
    return;
  }
  const uint8_t prefix[2] = {(uint8_t)(length >> 8), (uint8_t)length};
  if (send(lines[line].socket, prefix, sizeof prefix, MSG_MORE | MSG_NOSIGNAL) == sizeof prefix) {
    send(lines[line].socket, bytes + ID_BYTES, length, MSG_NOSIGNAL);
  }
  close_line(line);
}

/* Whoever has asked by it gets no answer, and neither does whoever comes after. */
static void close_line(int index) {
  if (lines[index].socket >= 0) close(lines[index].socket);
  lines[index].socket = -1;
  lines[index].length = 0;
  for (int slot = 0; slot < ASKED_CAP; slot++) {
    if (asked[slot].line == index) asked[slot].id = 0;
  }
}
