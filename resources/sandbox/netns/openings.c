#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netns.h"

#define OPEN_WORD "open "

struct opening openings[OPENINGS_CAP];
size_t opening_count;

static void add_opening(char *text);

/* IPv6 ranges are skipped, because the filter drops all of IPv6. */
void read_hosts(char *hosts) {
  char *state = NULL;
  for (char *line = strtok_r(hosts, "\n", &state); line != NULL; line = strtok_r(NULL, "\n", &state)) {
    if (strncmp(line, OPEN_WORD, strlen(OPEN_WORD)) == 0) add_opening(line + strlen(OPEN_WORD));
    else if (strchr(line, ':') == NULL) close_range_in(line);
  }
}

/* Reads `192.0.2.1 8080`. */
static void add_opening(char *text) {
  char *space = strchr(text, ' ');
  if (space == NULL || opening_count == OPENINGS_CAP) fail("openings", EINVAL);
  *space = '\0';
  struct in_addr address;
  const int port = atoi(space + 1);
  if (inet_pton(AF_INET, text, &address) != 1 || port < 1 || port > UINT16_MAX) fail("openings", EINVAL);
  openings[opening_count++] = (struct opening){.address = address.s_addr, .port = htons((uint16_t)port)};
}
