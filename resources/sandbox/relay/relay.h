/* The name server and the listeners of a sandbox that has no network. RELAY.md defines the arguments and the labels. */
#ifndef STRONGROOM_RELAY_H
#define STRONGROOM_RELAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer.h"

/* The socket to init. */
#define INIT 3

#define NAMES_CAP 256
#define LISTENERS_CAP 256
#define RULES_CAP 128
/* Ports of one rule. */
#define PORTS_CAP 16
#define LABEL_CAP 512

/* Sources of events. An index follows in the lower 16 bits. */
enum source { FROM_INIT, FROM_LISTENERS, FROM_UDP, FROM_TCP_LISTENER, FROM_TCP, FROM_NAME, FROM_REPORT };

/* arguments.c: each function that returns int returns 0 or errno, unless its comment says otherwise */
int arguments_read(char *const arguments[]);

/* files.c */
int file_begin_with_bundle(const char *path);
int file_append(const char *path, const char *base64);
void files_close(void);

/* rules.c */
void rules_allow_all(void);
int rule_add(const char *host, const char *ports);
size_t rules_ports_of(const char *name, uint16_t ports[LISTENERS_CAP + 1]);

/* loop.c */
int loop_open(void);
int loop_add(int descriptor, enum source source, size_t index);
int loop_add_listener(int descriptor, enum source source, size_t index);
void loop_pause(void);
void loop_run(void) __attribute__((noreturn));

/* messages.c: the socket to init */
void message_ready(void);
void message_failed(int error) __attribute__((noreturn));
int message_send(const char *label, int descriptor);
bool message_can_wait(int error);

/* listeners.c */
int listen_on(uint32_t address, uint16_t port, int *listener);
int listeners_open(size_t name, uint32_t address, const uint16_t *ports, size_t count);
void listener_accept(size_t index);
bool connection_is_held(void);
bool connection_send(void);

/* names.c */
int name_resolve(const char *name, const uint16_t *ports, size_t count, uint32_t *address);
const char *name_at(size_t index);

/* reports.c: names that are not allowed */
void report_name(const char *name);
bool reports_are_waiting(void);
void reports_send(void);
void report_close(size_t index);

/* dns.c: the sockets of the name server */
int dns_open(void);
void dns_answer_udp(void);

/* dns-tcp.c */
int dns_open_tcp(uint32_t address);
void dns_accept_tcp(void);
void dns_answer_tcp(size_t index);

/* resolve.c */
enum answer_code resolve(const struct question *question, struct record_data *data);

/* descriptors.c */
void close_once(int *descriptor);

#endif
