#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netns.h"

/*
 * The ranges that are not public, from IANA's registry of special-purpose addresses (RFC 6890), and the metadata
 * addresses of cloud providers that are outside these ranges.
 */
static const char *const not_public[] = {
    "0.0.0.0/8",     "10.0.0.0/8",     "100.64.0.0/10", "168.63.129.16/32", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24",  "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4",      "240.0.0.0/4",
};

struct range closed_ranges[RANGES_CAP];
size_t closed_count;

void close_range_of(uint32_t address, uint8_t prefix) {
  if (closed_count == RANGES_CAP) fail("ranges", EMSGSIZE);
  const uint32_t mask = prefix == 0 ? 0 : htonl(~0U << (32 - prefix));
  closed_ranges[closed_count++] = (struct range){.network = address & mask, .mask = mask, .prefix = prefix};
}

void close_known_ranges(void) {
  for (size_t index = 0; index < sizeof not_public / sizeof *not_public; index++) {
    char text[32];
    strcpy(text, not_public[index]);
    close_range_in(text);
  }
}

void close_range_in(char *text) {
  struct in_addr network;
  char *slash = strchr(text, '/');
  if (slash != NULL) *slash = '\0';
  const int prefix = slash == NULL ? 32 : atoi(slash + 1);
  if (inet_pton(AF_INET, text, &network) != 1 || prefix < 1 || prefix > 32) fail("ranges", EINVAL);
  close_range_of(network.s_addr, (uint8_t)prefix);
}
