#define _GNU_SOURCE
#include <errno.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <string.h>

#include "netns.h"

struct uplink {
  /* Index of the only interface besides the loopback; 0 until it is found. */
  uint32_t index;
  struct in_addr address;
  uint8_t prefix;
  struct in_addr gateway;
  int faults;
};

static void find_address(const void *message, size_t length, void *context);
static void find_gateway(const void *message, size_t length, void *context);
static void count_open_route(const void *message, size_t length, void *context);
static void count_address(const void *message, size_t length, void *context);
static void narrow_address(int netlink, const struct uplink *uplink);
static void add_blackhole(int netlink, const struct range *range);
static void add_way_out(int netlink, const struct uplink *uplink, const struct opening *to);
static int count_opened_addresses(void);

/*
 * Leaves one way out of the namespace: through the gateway, to addresses that are not closed. The bridge's own network
 * is closed too, including the gateway's address and the other containers.
 */
void close_routes(void) {
  const int netlink = netlink_open(NETLINK_ROUTE);
  struct uplink uplink = {.index = 0};
  if (netlink_dump(netlink, RTM_GETADDR, AF_INET, find_address, &uplink) != 0) fail("routes", EIO);
  if (netlink_dump(netlink, RTM_GETROUTE, AF_INET, find_gateway, &uplink) != 0) fail("routes", EIO);
  if (uplink.faults > 0 || uplink.index == 0 || uplink.gateway.s_addr == 0) fail("routes", ENONET);

  close_range_of(uplink.address.s_addr, uplink.prefix);
  close_range_of(uplink.gateway.s_addr, 32);
  narrow_address(netlink, &uplink);
  for (size_t index = 0; index < closed_count; index++) add_blackhole(netlink, &closed_ranges[index]);
  add_way_out(netlink, &uplink, NULL);
  for (size_t index = 0; index < opening_count; index++) add_way_out(netlink, &uplink, &openings[index]);

  /* Checks the kernel's list: the default route, one route per opened address, and no IPv6 address. */
  int open_routes = 0, ipv6_addresses = 0;
  if (netlink_dump(netlink, RTM_GETROUTE, AF_INET, count_open_route, &open_routes) != 0) fail("check", EIO);
  const int error = netlink_dump(netlink, RTM_GETADDR, AF_INET6, count_address, &ipv6_addresses);
  if (open_routes != 1 + count_opened_addresses() || (error == 0 && ipv6_addresses > 0)) fail("check", EISCONN);
}

static void find_address(const void *message, size_t length, void *context) {
  const struct ifaddrmsg *address = message;
  struct uplink *uplink = context;
  if (address->ifa_family != AF_INET || address->ifa_index == LOOPBACK_INDEX) return;
  const void *value = find_attribute(address + 1, length - sizeof *address, IFA_LOCAL);
  if (value == NULL || uplink->index != 0) {
    uplink->faults++;
    return;
  }
  uplink->index = address->ifa_index;
  uplink->prefix = address->ifa_prefixlen;
  memcpy(&uplink->address, value, sizeof uplink->address);
}

static void find_gateway(const void *message, size_t length, void *context) {
  const struct rtmsg *route = message;
  struct uplink *uplink = context;
  if (route->rtm_family != AF_INET || route->rtm_table != RT_TABLE_MAIN || route->rtm_dst_len != 0) return;
  const void *gateway = find_attribute(route + 1, length - sizeof *route, RTA_GATEWAY);
  if (gateway == NULL || uplink->gateway.s_addr != 0) uplink->faults++;
  else memcpy(&uplink->gateway, gateway, sizeof uplink->gateway);
}

/* Replaces the address by the same one as a /32. This removes the routes to the neighbours and to broadcast. */
static void narrow_address(int netlink, const struct uplink *uplink) {
  const struct ifaddrmsg wide = {.ifa_family = AF_INET, .ifa_prefixlen = uplink->prefix, .ifa_index = uplink->index};
  static struct request away;
  away.length = 0;
  request_begin(&away, RTM_DELADDR, NLM_F_ACK, &wide, sizeof wide);
  request_add(&away, IFA_LOCAL, &uplink->address, sizeof uplink->address);
  int error = netlink_do(netlink, &away, 1);
  if (error != 0) fail("address", error);
  const struct ifaddrmsg narrow = {.ifa_family = AF_INET, .ifa_prefixlen = 32, .ifa_index = uplink->index};
  static struct request back;
  back.length = 0;
  request_begin(&back, RTM_NEWADDR, NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL, &narrow, sizeof narrow);
  request_add(&back, IFA_LOCAL, &uplink->address, sizeof uplink->address);
  request_add(&back, IFA_ADDRESS, &uplink->address, sizeof uplink->address);
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
 * Adds the default route, or the route to an opened address, which replaces its blackhole route. The filter limits an
 * opened address to its port. The gateway's own address has a blackhole route: it is a next hop, never a destination.
 */
static void add_way_out(int netlink, const struct uplink *uplink, const struct opening *to) {
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
  request_add(&request, RTA_GATEWAY, &uplink->gateway, sizeof uplink->gateway);
  request_add(&request, RTA_OIF, &uplink->index, sizeof uplink->index);
  const int error = netlink_do(netlink, &request, 1);
  if (error != 0) fail(to == NULL ? "default" : "opening", error);
}

/* Counts distinct addresses: two ports of one address share a route. */
static int count_opened_addresses(void) {
  int count = 0;
  for (size_t index = 0; index < opening_count; index++) {
    size_t first = 0;
    while (openings[first].address != openings[index].address) first++;
    if (first == index) count++;
  }
  return count;
}

/* Counts routes that leave the loopback. Only the default route and those of the openings may. */
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
