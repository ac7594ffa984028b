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
/* Larger than the daemon's limit of open queries per run, since a program also repeats queries. */
#define QUERIES_CAP 1024
#define CONNECTIONS_CAP 16
#define QUERY_CAP 1024
/* Size of the UDP receive buffer. Linux counts more than 768 bytes per query: its default of 208 KiB holds 256. */
#define RECEIVE_BUFFER_BYTES (1 << 20)
#define ID_BYTES 4
#define BY_UDP 0
#define BY_TCP 1

/* Open queries; the daemon answers in any order. A new query replaces the oldest. `connection` is -1 for UDP. */
static struct {
  uint32_t id;
  int connection;
  struct sockaddr_in from;
} queries[QUERIES_CAP];
static uint32_t next_id = 1;

/* Clients that use TCP (RFC 7766). A connection carries one query and is closed after the answer. */
static struct {
  int socket;
  size_t length;
  uint8_t bytes[2 + QUERY_CAP];
} connections[CONNECTIONS_CAP];
static int udp_socket = -1, listener = -1, next_connection;

static int bind_socket(int kind);
static void enlarge_buffer(int handle);
static void receive_datagram(void);
static void accept_connection(void);
static void read_connection(int index);
static void send_query(const uint8_t *query, size_t length, int connection, const struct sockaddr_in *from);
static void forward_answer(const struct frame *frame);
static void close_connection(int index);

/* Listens for DNS queries. The engine's resolver forwards all names to it except those of the engine's containers. */
void open_names(void) {
  udp_socket = bind_socket(SOCK_DGRAM);
  enlarge_buffer(udp_socket);
  listener = bind_socket(SOCK_STREAM);
  if (listen(listener, CONNECTIONS_CAP) < 0) fail("names", errno);
  for (int index = 0; index < CONNECTIONS_CAP; index++) connections[index].socket = -1;
}

/* Forwards queries to the daemon and its answers back to the programs, until the daemon closes the stream. */
void serve_names(void) {
  for (;;) {
    struct pollfd watched[3 + CONNECTIONS_CAP] = {
        {.fd = 0, .events = POLLIN}, {.fd = udp_socket, .events = POLLIN}, {.fd = listener, .events = POLLIN}};
    for (int index = 0; index < CONNECTIONS_CAP; index++) {
      watched[3 + index] = (struct pollfd){.fd = connections[index].socket, .events = POLLIN};
    }
    if (poll(watched, 3 + CONNECTIONS_CAP, -1) < 0) continue;
    if (watched[0].revents != 0) stream_read();
    for (struct frame frame; stream_next(&frame);) forward_answer(&frame);
    if (watched[1].revents != 0) receive_datagram();
    for (int index = 0; index < CONNECTIONS_CAP; index++) {
      if (watched[3 + index].revents != 0 && connections[index].socket == watched[3 + index].fd) read_connection(index);
    }
    if (watched[2].revents != 0) accept_connection();
  }
}

static int bind_socket(int kind) {
  const int handle = socket(AF_INET, kind | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const struct sockaddr_in here = {
      .sin_family = AF_INET, .sin_port = htons(NAMES_PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (handle < 0 || bind(handle, (const void *)&here, sizeof here) < 0) fail("names", errno);
  return handle;
}

/* A buffer above net.core.rmem_max requires CAP_NET_ADMIN on the machine, which a rootless engine does not have. */
static void enlarge_buffer(int handle) {
  const int bytes = RECEIVE_BUFFER_BYTES;
  if (setsockopt(handle, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) == 0) return;
  setsockopt(handle, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

static void receive_datagram(void) {
  uint8_t query[QUERY_CAP];
  struct sockaddr_in from;
  socklen_t from_length = sizeof from;
  const ssize_t count = recvfrom(udp_socket, query, sizeof query, 0, (void *)&from, &from_length);
  if (count > 0) send_query(query, (size_t)count, -1, &from);
}

/* Accepts a connection. The oldest one is closed if all slots are in use. */
static void accept_connection(void) {
  const int handle = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (handle < 0) return;
  close_connection(next_connection);
  connections[next_connection].socket = handle;
  next_connection = (next_connection + 1) % CONNECTIONS_CAP;
}

static void read_connection(int index) {
  const size_t had = connections[index].length;
  const size_t left = sizeof connections[index].bytes - had;
  const ssize_t count = recv(connections[index].socket, connections[index].bytes + had, left, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    close_connection(index);
    return;
  }
  connections[index].length = had + (size_t)count;
  if (connections[index].length < 2) return;
  const size_t expected = (size_t)connections[index].bytes[0] << 8 | connections[index].bytes[1];
  if (expected > QUERY_CAP) close_connection(index);
  else if (connections[index].length >= expected + 2) send_query(connections[index].bytes + 2, expected, index, NULL);
}

static void send_query(const uint8_t *query, size_t length, int connection, const struct sockaddr_in *from) {
  const uint32_t id = next_id++;
  queries[id % QUERIES_CAP].id = id;
  queries[id % QUERIES_CAP].connection = connection;
  if (from != NULL) queries[id % QUERIES_CAP].from = *from;
  uint8_t payload[ID_BYTES + 1 + QUERY_CAP] = {(uint8_t)(id >> 24), (uint8_t)(id >> 16), (uint8_t)(id >> 8),
                                               (uint8_t)id, connection < 0 ? BY_UDP : BY_TCP};
  memcpy(payload + ID_BYTES + 1, query, length);
  stream_send(FRAME_QUERY, payload, ID_BYTES + 1 + length);
}

static void forward_answer(const struct frame *frame) {
  if (frame->type != FRAME_ANSWER || frame->length < ID_BYTES) fail("stream", EPROTO);
  const uint8_t *bytes = frame->payload;
  const uint32_t id = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
  const size_t length = frame->length - ID_BYTES;
  if (id == 0 || queries[id % QUERIES_CAP].id != id || length > UINT16_MAX) return;
  queries[id % QUERIES_CAP].id = 0;
  const int connection = queries[id % QUERIES_CAP].connection;
  if (connection < 0) {
    sendto(udp_socket, bytes + ID_BYTES, length, 0, (const void *)&queries[id % QUERIES_CAP].from,
           sizeof queries[id % QUERIES_CAP].from);
    return;
  }
  const uint8_t prefix[2] = {(uint8_t)(length >> 8), (uint8_t)length};
  if (send(connections[connection].socket, prefix, sizeof prefix, MSG_MORE | MSG_NOSIGNAL) == sizeof prefix) {
    send(connections[connection].socket, bytes + ID_BYTES, length, MSG_NOSIGNAL);
  }
  close_connection(connection);
}

/* Also drops the open query of the connection, so that its answer is not sent to the slot's next client. */
static void close_connection(int index) {
  if (connections[index].socket >= 0) close(connections[index].socket);
  connections[index].socket = -1;
  connections[index].length = 0;
  for (int slot = 0; slot < QUERIES_CAP; slot++) {
    if (queries[slot].connection == index) queries[slot].id = 0;
  }
}
