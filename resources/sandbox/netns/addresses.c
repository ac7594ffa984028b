#define _GNU_SOURCE
#include <arpa/inet.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <unistd.h>

#include "netns.h"

static void print_own(const void *message, size_t length, void *context);

/*
 * Prints the ranges that the current network namespace delivers locally, one per line (`192.0.2.1/32`): its own
 * addresses and its broadcast addresses. The first line is `ipv6` or `ipv4`, depending on the kernel.
 */
int list_addresses(void) {
  printf("%s\n", access("/proc/sys/net/ipv6", F_OK) == 0 ? "ipv6" : "ipv4");
  if (netlink_dump(netlink_open(NETLINK_ROUTE), RTM_GETROUTE, AF_INET, print_own, NULL) != 0) return 1;
  printf("end\n");
  return fflush(stdout) == 0 ? 0 : 1;
}

static void print_own(const void *message, size_t length, void *context) {
  (void)context;
  const struct rtmsg *route = message;
  if (route->rtm_type != RTN_LOCAL && route->rtm_type != RTN_BROADCAST && route->rtm_type != RTN_ANYCAST) return;
  const void *destination = find_attribute(route + 1, length - sizeof *route, RTA_DST);
  char text[INET_ADDRSTRLEN] = "0.0.0.0";
  if (destination != NULL && inet_ntop(AF_INET, destination, text, sizeof text) == NULL) return;
  printf("%s/%u\n", text, route->rtm_dst_len);
}
