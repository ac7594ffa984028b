#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netlink.h>
#include <string.h>

#include "netns.h"

#define TABLE "strongroom"
#define CHAIN "output"
#define DESTINATION_OFFSET 16
#define ADDRESS_BYTES 4
#define PORT_OFFSET 2
#define PORT_BYTES 2

static void begin(struct request *request, uint16_t message, uint16_t flags, uint8_t family);
static void add_text(struct request *request, uint16_t name, const char *text);
static void add_number(struct request *request, uint16_t name, uint32_t value);
static void add_table_and_chain(struct request *request);
static void drop_ipv6(struct request *request);
static void accept_opening(struct request *request, const struct opening *opening);
static void drop_range(struct request *request, const struct range *range);
static size_t rule_begin(struct request *request, uint8_t family);
static size_t expression_begin(struct request *request, const char *name, size_t *data);
static void expression_end(struct request *request, size_t start, size_t data);
static void load_meta(struct request *request, uint32_t key);
static void load_payload(struct request *request, uint32_t base, uint32_t offset, uint32_t length);
static void mask_by(struct request *request, uint32_t mask);
static void compare(struct request *request, uint32_t operation, const void *value, size_t length);
static void decide(struct request *request, uint32_t action);

/*
 * Drops packets to the closed ranges a second time, because a program can bypass routes. A socket that is bound to the
 * interface treats a destination in a blackhole route as a neighbour. A socket that is bound to the address sends
 * multicast and broadcast without a route. The machine and its containers are reachable on that link.
 */
void close_filter(void) {
  static struct request request;
  begin(&request, NFNL_MSG_BATCH_BEGIN, 0, AF_UNSPEC);
  add_table_and_chain(&request);
  drop_ipv6(&request);
  for (size_t index = 0; index < opening_count; index++) accept_opening(&request, &openings[index]);
  for (size_t index = 0; index < closed_count; index++) drop_range(&request, &closed_ranges[index]);
  begin(&request, NFNL_MSG_BATCH_END, 0, AF_UNSPEC);
  const int messages = 2 + 1 + (int)(opening_count + closed_count);
  const int error = netlink_do(netlink_open(NETLINK_NETFILTER), &request, messages);
  if (error != 0) fail("filter", error);
}

static void drop_ipv6(struct request *request) {
  const size_t rule = rule_begin(request, NFPROTO_IPV6);
  decide(request, NF_DROP);
  request_nest_end(request, rule);
}

/* Accepts one TCP port of one address. The rule precedes those of the ranges, which may contain the address. */
static void accept_opening(struct request *request, const struct opening *opening) {
  const uint8_t tcp = IPPROTO_TCP;
  const size_t rule = rule_begin(request, NFPROTO_IPV4);
  load_meta(request, NFT_META_L4PROTO);
  compare(request, NFT_CMP_EQ, &tcp, sizeof tcp);
  load_payload(request, NFT_PAYLOAD_NETWORK_HEADER, DESTINATION_OFFSET, ADDRESS_BYTES);
  compare(request, NFT_CMP_EQ, &opening->address, sizeof opening->address);
  load_payload(request, NFT_PAYLOAD_TRANSPORT_HEADER, PORT_OFFSET, PORT_BYTES);
  compare(request, NFT_CMP_EQ, &opening->port, sizeof opening->port);
  decide(request, NF_ACCEPT);
  request_nest_end(request, rule);
}

static void drop_range(struct request *request, const struct range *range) {
  const size_t rule = rule_begin(request, NFPROTO_IPV4);
  load_payload(request, NFT_PAYLOAD_NETWORK_HEADER, DESTINATION_OFFSET, ADDRESS_BYTES);
  mask_by(request, range->mask);
  compare(request, NFT_CMP_EQ, &range->network, sizeof range->network);
  decide(request, NF_DROP);
  request_nest_end(request, rule);
}

static void add_table_and_chain(struct request *request) {
  begin(request, NFT_MSG_NEWTABLE, NLM_F_CREATE | NLM_F_ACK, NFPROTO_INET);
  add_text(request, NFTA_TABLE_NAME, TABLE);
  begin(request, NFT_MSG_NEWCHAIN, NLM_F_CREATE | NLM_F_ACK, NFPROTO_INET);
  add_text(request, NFTA_CHAIN_TABLE, TABLE);
  add_text(request, NFTA_CHAIN_NAME, CHAIN);
  const size_t hook = request_nest(request, NFTA_CHAIN_HOOK);
  add_number(request, NFTA_HOOK_HOOKNUM, NF_INET_LOCAL_OUT);
  add_number(request, NFTA_HOOK_PRIORITY, 0);
  request_nest_end(request, hook);
  add_number(request, NFTA_CHAIN_POLICY, NF_ACCEPT);
  add_text(request, NFTA_CHAIN_TYPE, "filter");
}

/* The messages that begin and end a batch have the subsystem in their header; all others have it in their type. */
static void begin(struct request *request, uint16_t message, uint16_t flags, uint8_t family) {
  const bool frames = message == NFNL_MSG_BATCH_BEGIN || message == NFNL_MSG_BATCH_END;
  const struct nfgenmsg head = {
      .nfgen_family = family, .version = NFNETLINK_V0, .res_id = frames ? htons(NFNL_SUBSYS_NFTABLES) : 0};
  const uint16_t type = frames ? message : (uint16_t)(NFNL_SUBSYS_NFTABLES << 8 | message);
  request_begin(request, type, flags, &head, sizeof head);
}

/* Begins a rule for packets of one address family that leave on any interface except the loopback. */
static size_t rule_begin(struct request *request, uint8_t family) {
  const uint32_t loopback = LOOPBACK_INDEX;
  begin(request, NFT_MSG_NEWRULE, NLM_F_CREATE | NLM_F_APPEND | NLM_F_ACK, NFPROTO_INET);
  add_text(request, NFTA_RULE_TABLE, TABLE);
  add_text(request, NFTA_RULE_CHAIN, CHAIN);
  const size_t expressions = request_nest(request, NFTA_RULE_EXPRESSIONS);
  load_meta(request, NFT_META_OIF);
  compare(request, NFT_CMP_NEQ, &loopback, sizeof loopback);
  load_meta(request, NFT_META_NFPROTO);
  compare(request, NFT_CMP_EQ, &family, sizeof family);
  return expressions;
}

static size_t expression_begin(struct request *request, const char *name, size_t *data) {
  const size_t start = request_nest(request, NFTA_LIST_ELEM);
  add_text(request, NFTA_EXPR_NAME, name);
  *data = request_nest(request, NFTA_EXPR_DATA);
  return start;
}

static void expression_end(struct request *request, size_t start, size_t data) {
  request_nest_end(request, data);
  request_nest_end(request, start);
}

static void load_meta(struct request *request, uint32_t key) {
  size_t data;
  const size_t start = expression_begin(request, "meta", &data);
  add_number(request, NFTA_META_DREG, NFT_REG_1);
  add_number(request, NFTA_META_KEY, key);
  expression_end(request, start, data);
}

static void load_payload(struct request *request, uint32_t base, uint32_t offset, uint32_t length) {
  size_t data;
  const size_t start = expression_begin(request, "payload", &data);
  add_number(request, NFTA_PAYLOAD_DREG, NFT_REG_1);
  add_number(request, NFTA_PAYLOAD_BASE, base);
  add_number(request, NFTA_PAYLOAD_OFFSET, offset);
  add_number(request, NFTA_PAYLOAD_LEN, length);
  expression_end(request, start, data);
}

static void mask_by(struct request *request, uint32_t mask) {
  size_t data;
  const uint32_t nothing = 0;
  const size_t start = expression_begin(request, "bitwise", &data);
  add_number(request, NFTA_BITWISE_SREG, NFT_REG_1);
  add_number(request, NFTA_BITWISE_DREG, NFT_REG_1);
  add_number(request, NFTA_BITWISE_LEN, sizeof mask);
  size_t value = request_nest(request, NFTA_BITWISE_MASK);
  request_add(request, NFTA_DATA_VALUE, &mask, sizeof mask);
  request_nest_end(request, value);
  value = request_nest(request, NFTA_BITWISE_XOR);
  request_add(request, NFTA_DATA_VALUE, &nothing, sizeof nothing);
  request_nest_end(request, value);
  expression_end(request, start, data);
}

static void compare(struct request *request, uint32_t operation, const void *value, size_t length) {
  size_t data;
  const size_t start = expression_begin(request, "cmp", &data);
  add_number(request, NFTA_CMP_SREG, NFT_REG_1);
  add_number(request, NFTA_CMP_OP, operation);
  const size_t expected = request_nest(request, NFTA_CMP_DATA);
  request_add(request, NFTA_DATA_VALUE, value, length);
  request_nest_end(request, expected);
  expression_end(request, start, data);
}

static void decide(struct request *request, uint32_t action) {
  size_t data;
  const size_t start = expression_begin(request, "immediate", &data);
  add_number(request, NFTA_IMMEDIATE_DREG, NFT_REG_VERDICT);
  const size_t value = request_nest(request, NFTA_IMMEDIATE_DATA);
  const size_t decision = request_nest(request, NFTA_DATA_VERDICT);
  add_number(request, NFTA_VERDICT_CODE, action);
  request_nest_end(request, decision);
  request_nest_end(request, value);
  expression_end(request, start, data);
}

static void add_text(struct request *request, uint16_t name, const char *text) {
  request_add(request, name, text, strlen(text) + 1);
}

static void add_number(struct request *request, uint16_t name, uint32_t value) {
  const uint32_t ordered = htonl(value);
  request_add(request, name, &ordered, sizeof ordered);
}
