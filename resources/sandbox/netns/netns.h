/*
 * Holds the network namespace of one run with network access, or of one package installation. It closes the namespace
 * before the sandbox joins: only public IPv4 addresses are reachable from it. It runs no code of users or packages.
 * NETWORK.md defines the format of the messages.
 */
#ifndef STRONGROOM_NETNS_H
#define STRONGROOM_NETNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOOPBACK_INDEX 1
#define FRAME_CAP (66 * 1024)

enum frame_type {
  FRAME_HOSTS = 'H',
  FRAME_ANSWER = 'A',
  FRAME_READY = 'R',
  FRAME_FAILED = 'B',
  FRAME_QUERY = 'Q',
};

struct frame {
  uint8_t type;
  uint32_t length;
  const uint8_t *payload;
};

/* stream.c: the stream to and from the daemon. When the daemon closes it, the process exits and the namespace ends. */
void stream_send(enum frame_type type, const void *payload, size_t length);
void stream_read(void);
bool stream_next(struct frame *frame);
void fail(const char *stage, int error) __attribute__((noreturn));

/* netlink.c */
struct request {
  /* Offset of the last message, which receives new attributes. */
  size_t last;
  size_t length;
  uint8_t bytes[190 * 1024];
};
int netlink_open(int protocol);
void request_begin(struct request *request, uint16_t type, uint16_t flags, const void *fixed, size_t length);
void request_add(struct request *request, uint16_t name, const void *value, size_t length);
size_t request_nest(struct request *request, uint16_t name);
void request_nest_end(struct request *request, size_t start);
/* Returns 0, or the errno of the first message that the kernel refused. */
int netlink_do(int netlink, const struct request *request, int messages);
typedef void (*on_message)(const void *message, size_t length, void *context);
/* Returns the value of an attribute of a route or an address, or NULL. */
const void *find_attribute(const void *first, size_t length, uint16_t name);
int netlink_dump(int netlink, uint16_t type, uint8_t family, on_message each, void *context);

/* ranges.c: the ranges that must not be reachable, in network byte order. */
#define RANGES_CAP 400
struct range {
  uint32_t network;
  uint32_t mask;
  uint8_t prefix;
};
extern struct range closed_ranges[RANGES_CAP];
extern size_t closed_count;
void close_known_ranges(void);
/* Closes `192.0.2.0/24` or a single address. Modifies the text. */
void close_range_in(char *text);
void close_range_of(uint32_t address, uint8_t prefix);

/* openings.c: TCP ports that stay reachable although their address is in a closed range, in network byte order. */
#define OPENINGS_CAP 64
struct opening {
  uint32_t address;
  uint16_t port;
};
extern struct opening openings[OPENINGS_CAP];
extern size_t opening_count;
/* Reads the daemon's lines: a range to close, or `open` with an address and a port. Modifies the text. */
void read_hosts(char *hosts);

/* routes.c, filter.c */
void close_routes(void);
void close_filter(void);

/* names.c */
void serve_names(void) __attribute__((noreturn));
void open_names(void);

/* addresses.c */
int list_addresses(void);

#endif
