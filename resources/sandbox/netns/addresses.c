#define _GNU_SOURCE
#include <arpa/inet.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "netns.h"

static void print_closed(const void *message, size_t length, void *context);
static bool is_own(const struct rtmsg *route);
static bool is_neighbourhood(const struct rtmsg *route);

/* A wider range without a gateway is no link but a tunnel for everything, such as 0.0.0.0/1 of a VPN. */
enum { widest_link = 16 };

/*
 * Prints the ranges that a sandbox must not reach although they can be public, one per line (`192.0.2.1/32`): those that the
 * current network namespace delivers locally, which are its own addresses and its broadcast addresses, and the networks of its
 * links, in which its neighbours are. The first line is `ipv6` or `ipv4`, depending on the kernel.
 */
int list_addresses(void) {
  printf("%s\n", access("/proc/sys/net/ipv6", F_OK) == 0 ? "ipv6" : "ipv4");
  if (netlink_dump(netlink_open(NETLINK_ROUTE), RTM_GETROUTE, AF_INET, print_closed, NULL) != 0) return 1;
  printf("end\n");
  return fflush(stdout) == 0 ? 0 : 1;
}

static void print_closed(const void *message, size_t length, void *context) {
  (void)context;
  const struct rtmsg *route = message;
  if (!is_own(route) && !is_neighbourhood(route)) return;
  const void *destination = find_attribute(route + 1, length - sizeof *route, RTA_DST);
  char text[INET_ADDRSTRLEN] = "0.0.0.0";
  if (destination != NULL && inet_ntop(AF_INET, destination, text, sizeof text) == NULL) return;
  printf("%s/%u\n", text, route->rtm_dst_len);
}

static bool is_own(const struct rtmsg *route) {
  return route->rtm_type == RTN_LOCAL || route->rtm_type == RTN_BROADCAST || route->rtm_type == RTN_ANYCAST;
}

/* A route without a gateway. */
static bool is_neighbourhood(const struct rtmsg *route) {
  return route->rtm_type == RTN_UNICAST && route->rtm_scope == RT_SCOPE_LINK && route->rtm_dst_len >= widest_link;
}
