#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "relay.h"

#define PORT 53
#define CLIENTS_CAP 16
#define LENGTH_BYTES 2

/* A client, with the beginning of its next query. */
struct client {
  /* Zero: none. */
  int descriptor;
  size_t length;
  uint8_t bytes[LENGTH_BYTES + QUERY_CAP];
};

static bool answer_next(struct client *client, bool *is_complete);
static bool send_answer(const struct client *client, const uint8_t *answer, size_t length);
static void drop(struct client *client);

static int listener = -1;
static struct client clients[CLIENTS_CAP];
/* The entry of the next client: that of the oldest one. */
static size_t next;

int dns_open_tcp(uint32_t address) {
  const int error = listen_on(address, PORT, &listener);
  return error == 0 ? loop_add_listener(listener, FROM_TCP_LISTENER, 0) : error;
}

/* Accepts a client. It replaces the oldest one if there are too many. */
void dns_accept_tcp(void) {
  const int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (descriptor < 0) {
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) loop_pause();
    return;
  }
  struct client *client = &clients[next];
  drop(client);
  *client = (struct client){.descriptor = descriptor};
  if (loop_add(descriptor, FROM_TCP, next) != 0) drop(client);
  next = (next + 1) % CLIENTS_CAP;
}

/* Reads once, and answers the queries that are complete. */
void dns_answer_tcp(size_t index) {
  struct client *client = &clients[index % CLIENTS_CAP];
  if (client->descriptor <= 0) return;
  const ssize_t count =
      recv(client->descriptor, client->bytes + client->length, sizeof client->bytes - client->length, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  bool is_complete = count > 0;
  if (count > 0) client->length += (size_t)count;
  else drop(client);
  while (is_complete) {
    if (!answer_next(client, &is_complete)) {
      drop(client);
      return;
    }
  }
}

/* Returns false if the client must be dropped: its query is too long or malformed, or it does not read. */
static bool answer_next(struct client *client, bool *is_complete) {
  uint8_t answer[ANSWER_CAP];
  *is_complete = false;
  if (client->length < LENGTH_BYTES) return true;
  const size_t length = (size_t)client->bytes[0] << 8 | client->bytes[1];
  if (length > QUERY_CAP) return false;
  if (client->length < LENGTH_BYTES + length) return true;
  const size_t answered = answer_write(client->bytes + LENGTH_BYTES, length, answer, resolve);
  client->length -= LENGTH_BYTES + length;
  memmove(client->bytes, client->bytes + LENGTH_BYTES + length, client->length);
  *is_complete = true;
  return answered > 0 && send_answer(client, answer, answered);
}

static bool send_answer(const struct client *client, const uint8_t *answer, size_t length) {
  uint8_t message[LENGTH_BYTES + ANSWER_CAP] = {(uint8_t)(length >> 8), (uint8_t)length};
  memcpy(message + LENGTH_BYTES, answer, length);
  return send(client->descriptor, message, LENGTH_BYTES + length, MSG_NOSIGNAL) == (ssize_t)(LENGTH_BYTES + length);
}

static void drop(struct client *client) {
  if (client->descriptor > 0) close_once(&client->descriptor);
  *client = (struct client){0};
}
