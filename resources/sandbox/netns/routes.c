#define _GNU_SOURCE
#include <errno.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <string.h>

#include "netns.h"

struct seen {
  /* The one interface besides the loopback, 0 while none was seen. */
  uint32_t index;
  struct in_addr address;
  uint8_t prefix;
  struct in_addr gateway;
  int faults;
};

static void see_address(const void *message, size_t length, void *context);
static void see_route(const void *message, size_t length, void *context);
static void count_open_route(const void *message, size_t length, void *context);
static void count_address(const void *message, size_t length, void *context);
static void narrow_address(int netlink, const struct seen *seen);
static void add_blackhole(int netlink, const struct range *range);
static void add_way_out(int netlink, const struct seen *seen, const struct opening *to);
static int count_opened_addresses(void);

/*
 * Leaves one way out of the namespace: the gateway, and nothing that is closed beyond it. The bridge's own network is
 * closed as well, with the gateway's address and the other containers in it.
 */
void close_routes(void) {
  const int netlink = netlink_open(NETLINK_ROUTE);
  struct seen seen = {.index = 0};
  if (netlink_dump(netlink, RTM_GETADDR, AF_INET, see_address, &seen) != 0) fail("routes", EIO);
  if (netlink_dump(netlink, RTM_GETROUTE, AF_INET, see_route, &seen) != 0) fail("routes", EIO);
  if (seen.faults > 0 || seen.index == 0 || seen.gateway.s_addr == 0) fail("routes", ENONET);

  close_range_of(seen.address.s_addr, seen.prefix);
  close_range_of(seen.gateway.s_addr, 32);
  narrow_address(netlink, &seen);
  for (size_t index = 0; index < closed_count; index++) add_blackhole(netlink, &closed_ranges[index]);
  add_way_out(netlink, &seen, NULL);
  for (size_t index = 0; index < opening_count; index++) add_way_out(netlink, &seen, &openings[index]);

  /* The kernel's own list: one route out and one for each opened address, and no address of IPv6 at all. */
  int open_routes = 0, sixth = 0;
  if (netlink_dump(netlink, RTM_GETROUTE, AF_INET, count_open_route, &open_routes) != 0) fail("check", EIO);
  const int error = netlink_dump(netlink, RTM_GETADDR, AF_INET6, count_address, &sixth);
  if (open_routes != 1 + count_opened_addresses() || (error == 0 && sixth > 0)) fail("check", EISCONN);
}

static void see_address(const void *message, size_t length, void *context) {
  const struct ifaddrmsg *address = message;
  struct seen *seen = context;
  if (address->ifa_family != AF_INET || address->ifa_index == LOOPBACK_INDEX) return;
  const void *value = find_attribute(address + 1, length - sizeof *address, IFA_LOCAL);
  if (value == NULL || seen->index != 0) {
    seen->faults++;
    return;
  }
  seen->index = address->ifa_index;
  seen->prefix = address->ifa_prefixlen;
  memcpy(&seen->address, value, sizeof seen->address);
}

static void see_route(const void *message, size_t length, void *context) {
  const struct rtmsg *route = message;
  struct seen *seen = context;
  if (route->rtm_family != AF_INET || route->rtm_table != RT_TABLE_MAIN || route->rtm_dst_len != 0) return;
  const void *gateway = find_attribute(route + 1, length - sizeof *route, RTA_GATEWAY);
  if (gateway == NULL || seen->gateway.s_addr != 0) seen->faults++;
  else memcpy(&seen->gateway, gateway, sizeof seen->gateway);
}

/* The address without its network: the routes to the neighbours, and to all of them at once, go with that. */
static void narrow_address(int netlink, const struct seen *seen) {
  const struct ifaddrmsg wide = {.ifa_family = AF_INET, .ifa_prefixlen = seen->prefix, .ifa_index = seen->index};
  static struct request away;
  away.length = 0;
  request_begin(&away, RTM_DELADDR, NLM_F_ACK, &wide, sizeof wide);
  request_add(&away, IFA_LOCAL, &seen->address, sizeof seen->address);
  int error = netlink_do(netlink, &away, 1);
  if (error != 0) fail("address", error);
  const struct ifaddrmsg narrow = {.ifa_family = AF_INET, .ifa_prefixlen = 32, .ifa_index = seen->index};
  static struct request back;
  back.length = 0;
  request_begin(&back, RTM_NEWADDR, NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL, &narrow, sizeof narrow);
  request_add(&back, IFA_LOCAL, &seen->address, sizeof seen->address);
  request_add(&back, IFA_ADDRESS, &seen->address, sizeof seen->address);
  error = netlink_do(netlink, &back, 1);
  if (error != 0) fail("address", error);
}

static void add_blackhole(int netlink, const struct range *range) {
  const struct rtmsg route = {.rtm_family = AF_INET,
                              .rtm_dst_len = range->prefix,
                              .rtm_table = RT_TABLE_MAIN,
                              .rtm_protocol = RTPROT_STATIC,
                              .rtm_scope = RT_SCOPE_UNIVERSE,
                              .rtm_type = RTN_BLACKHOLE};
  static struct request request;
  request.length = 0;
  request_begin(&request, RTM_NEWROUTE, NLM_F_ACK | NLM_F_CREATE, &route, sizeof route);
  request_add(&request, RTA_DST, &range->network, sizeof range->network);
  const int error = netlink_do(netlink, &request, 1);
  if (error != 0 && error != EEXIST) fail("blackhole", error);
}

/*
 * The default route, or that to an opened address, which replaces its black hole: the filter leaves one port of it open.
 * The gateway itself is in a black hole: it is a next hop, never a destination.
 */
static void add_way_out(int netlink, const struct seen *seen, const struct opening *to) {
  const struct rtmsg route = {.rtm_family = AF_INET,
                              .rtm_dst_len = to == NULL ? 0 : 32,
                              .rtm_table = RT_TABLE_MAIN,
                              .rtm_protocol = RTPROT_STATIC,
                              .rtm_scope = RT_SCOPE_UNIVERSE,
                              .rtm_type = RTN_UNICAST,
                              .rtm_flags = RTNH_F_ONLINK};
  static struct request request;
  request.length = 0;
  request_begin(&request, RTM_NEWROUTE, NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE, &route, sizeof route);
  if (to != NULL) request_add(&request, RTA_DST, &to->address, sizeof to->address);
  request_add(&request, RTA_GATEWAY, &seen->gateway, sizeof seen->gateway);
  request_add(&request, RTA_OIF, &seen->index, sizeof seen->index);
  const int error = netlink_do(netlink, &request, 1);
  if (error != 0) fail(to == NULL ? "default" : "opening", error);
}

/* Two ports of one address share a route. */
static int count_opened_addresses(void) {
  int count = 0;
  for (size_t index = 0; index < opening_count; index++) {
    size_t first = 0;
    while (openings[first].address != openings[index].address) first++;
    if (first == index) count++;
  }
  return count;
}

/* Counts what leads off the loopback: the default route and those of the openings should. */
static void count_open_route(const void *message, size_t length, void *context) {
  const struct rtmsg *route = message;
  const uint32_t *out = find_attribute(route + 1, length - sizeof *route, RTA_OIF);
  if (route->rtm_family != AF_INET || out == NULL || *out == LOOPBACK_INDEX) return;
  if (route->rtm_type != RTN_BLACKHOLE && route->rtm_type != RTN_LOCAL) (*(int *)context)++;
}

static void count_address(const void *message, size_t length, void *context) {
  (void)length;
  const struct ifaddrmsg *address = message;
  if (address->ifa_family == AF_INET6 && address->ifa_index != LOOPBACK_INDEX) (*(int *)context)++;
}
