/* The program that opens channels to the daemon for the processes of a container. */
#ifndef STRONGROOM_RELAY_H
#define STRONGROOM_RELAY_H

#include <poll.h>
#include <stddef.h>

#include "channel/channel.h"

void relay_start(char *const command[]);
int relay_socket(void);
void relay_accept(void);

#endif
