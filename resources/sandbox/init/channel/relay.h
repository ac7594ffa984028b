/* The program that opens channels to the daemon for the processes of a container. */
#ifndef STRONGROOM_RELAY_H
#define STRONGROOM_RELAY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/* relay.c */
void relay_start(char *const command[]);
int relay_socket(void);
void relay_accept(void);
void relay_close(void);
bool relay_was_reaped(pid_t pid, const struct rusage *usage);
int64_t relay_cpu_us(void);

/* relay-ready.c */
int relay_wait_until_ready(int socket);

#endif
