#define _GNU_SOURCE
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "netns.h"

#define ANSWER_BYTES 32768

static int send_request(int netlink, const struct request *request);

int netlink_open(int protocol) {
  const int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
  if (netlink < 0) fail("netlink", errno);
  return netlink;
}

/* Appends a message. A request can hold several. */
void request_begin(struct request *request, uint16_t type, uint16_t flags, const void *fixed, size_t length) {
  struct nlmsghdr header = {.nlmsg_len = (uint32_t)(sizeof header + length),
                            .nlmsg_type = type,
                            .nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags)};
  if (request->length + NLMSG_ALIGN(header.nlmsg_len) > sizeof request->bytes) fail("netlink", EMSGSIZE);
  uint8_t *start = request->bytes + request->length;
  memset(start, 0, NLMSG_ALIGN(header.nlmsg_len));
  memcpy(start, &header, sizeof header);
  memcpy(start + sizeof header, fixed, length);
  request->last = request->length;
  request->length += NLMSG_ALIGN(header.nlmsg_len);
}

void request_add(struct request *request, uint16_t name, const void *value, size_t length) {
  const struct nlattr attribute = {.nla_len = (uint16_t)(sizeof attribute + length), .nla_type = name};
  const size_t whole = NLMSG_ALIGN(sizeof attribute + length);
  if (request->length + whole > sizeof request->bytes) fail("netlink", EMSGSIZE);
  struct nlmsghdr *message = (struct nlmsghdr *)(void *)(request->bytes + request->last);
  uint8_t *start = request->bytes + request->length;
  memset(start, 0, whole);
  memcpy(start, &attribute, sizeof attribute);
  if (length > 0) memcpy(start + sizeof attribute, value, length);
  message->nlmsg_len += (uint32_t)whole;
  request->length += whole;
}

/* Begins an attribute that contains everything added before request_nest_end. */
size_t request_nest(struct request *request, uint16_t name) {
  const size_t start = request->length;
  request_add(request, name | NLA_F_NESTED, NULL, 0);
  return start;
}

void request_nest_end(struct request *request, size_t start) {
  struct nlattr *attribute = (struct nlattr *)(void *)(request->bytes + start);
  attribute->nla_len = (uint16_t)(request->length - start);
}

int netlink_do(int netlink, const struct request *request, int messages) {
  static uint8_t answer[ANSWER_BYTES];
  if (send_request(netlink, request) < 0) return errno;
  for (int acknowledged = 0; acknowledged < messages;) {
    const ssize_t count = recv(netlink, answer, sizeof answer, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    int left = (int)count;
    for (struct nlmsghdr *header = (void *)answer; NLMSG_OK(header, left); header = NLMSG_NEXT(header, left)) {
      if (header->nlmsg_type != NLMSG_ERROR) continue;
      const struct nlmsgerr *error = NLMSG_DATA(header);
      if (error->error != 0) return -error->error;
      acknowledged++;
    }
  }
  return 0;
}

int netlink_dump(int netlink, uint16_t type, uint8_t family, on_message each, void *context) {
  static uint8_t answer[ANSWER_BYTES];
  /* The longest header of any dump request; all of them begin with the family. */
  const struct rtmsg header_of_dump = {.rtm_family = family};
  static struct request request;
  request.length = 0;
  request_begin(&request, type, NLM_F_DUMP, &header_of_dump, sizeof header_of_dump);
  if (send_request(netlink, &request) < 0) return errno;
  for (;;) {
    const ssize_t count = recv(netlink, answer, sizeof answer, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    int left = (int)count;
    for (struct nlmsghdr *header = (void *)answer; NLMSG_OK(header, left); header = NLMSG_NEXT(header, left)) {
      if (header->nlmsg_type == NLMSG_DONE) return 0;
      if (header->nlmsg_type == NLMSG_ERROR) return -((const struct nlmsgerr *)NLMSG_DATA(header))->error;
      each(NLMSG_DATA(header), header->nlmsg_len - NLMSG_HDRLEN, context);
    }
  }
}

const void *find_attribute(const void *first, size_t length, uint16_t name) {
  int left = (int)length;
  for (const struct rtattr *attribute = first; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left)) {
    if (attribute->rta_type == name) return RTA_DATA(attribute);
  }
  return NULL;
}

static int send_request(int netlink, const struct request *request) {
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  return (int)sendto(netlink, request->bytes, request->length, 0, (void *)&kernel, sizeof kernel);
}
