#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "question.h"

#define TYPE_ADDRESS 1
#define TYPE_ADDRESS_V6 28
#define CLASS_INTERNET 1
#define FLAG_RESPONSE 0x80
#define FLAG_RECURSION_AVAILABLE 0x80
/* Opcode and "recursion desired", which an answer repeats. */
#define REPEATED_BITS 0x79
#define TTL_SECONDS 1
/* A reference to the name of the question. */
#define NAME_REFERENCE (0xc000 | DNS_HEADER_BYTES)

/* The address of an answer; without bytes there is none. */
struct address {
  size_t length;
  uint8_t bytes[16];
};

static enum answer_code resolve(const struct question *question, struct address *address);
static enum answer_code resolve_localhost(const struct question *question, struct address *address);
static bool is_in(const char *name, const char *domain);
static void set_address(struct address *address, uint32_t value);
static uint8_t *put_u16(uint8_t *end, unsigned int value);

/* The loopback interface has the address ::1. */
static bool has_loopback_v6;

void answers_prepare(void) {
  const struct sockaddr_in6 local = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  int probe = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  has_loopback_v6 = probe >= 0 && bind(probe, (const struct sockaddr *)&local, sizeof local) == 0;
  close_once(&probe);
}

/* Returns the length of the answer, or 0 if the message is not answered. The question is repeated as it was asked. */
size_t answer_write(const uint8_t *query, size_t length, uint8_t answer[ANSWER_CAP]) {
  struct question question;
  struct address address = {0};
  if (!question_is_query(query, length)) return 0;
  enum answer_code code = question_read(&question, query, length);
  if (code == NO_ERROR) code = resolve(&question, &address);
  const size_t asked = question.end > 0 ? question.end : DNS_HEADER_BYTES;
  memcpy(answer, query, asked);
  answer[2] = (uint8_t)(FLAG_RESPONSE | (query[2] & REPEATED_BITS));
  answer[3] = (uint8_t)(FLAG_RECURSION_AVAILABLE | code);
  memset(answer + 4, 0, DNS_HEADER_BYTES - 4);
  answer[5] = question.end > 0;
  answer[7] = address.length > 0;
  if (address.length == 0) return asked;
  uint8_t *end = put_u16(answer + asked, NAME_REFERENCE);
  end = put_u16(put_u16(end, question.type), CLASS_INTERNET);
  end = put_u16(put_u16(end, 0), TTL_SECONDS);
  end = put_u16(end, (unsigned int)address.length);
  memcpy(end, address.bytes, address.length);
  return (size_t)(end - answer) + address.length;
}

/* An allowed name has an IPv4 address, and no records of other types. */
static enum answer_code resolve(const struct question *question, struct address *address) {
  uint16_t ports[LISTENERS_CAP + 1];
  uint32_t found;
  if (!question->is_host || is_in(question->name, "arpa")) return NO_NAME;
  if (is_in(question->name, "localhost")) return resolve_localhost(question, address);
  const size_t count = rules_ports_of(question->name, ports);
  if (count == 0) {
    report_name(question->name);
    return NO_NAME;
  }
  if (question->type != TYPE_ADDRESS) return NO_ERROR;
  if (name_resolve(question->name, ports, count, &found) != 0) return SERVER_FAILURE;
  set_address(address, found);
  return NO_ERROR;
}

static enum answer_code resolve_localhost(const struct question *question, struct address *address) {
  if (question->type == TYPE_ADDRESS) {
    set_address(address, INADDR_LOOPBACK);
  } else if (question->type == TYPE_ADDRESS_V6 && has_loopback_v6) {
    address->length = sizeof in6addr_loopback;
    memcpy(address->bytes, &in6addr_loopback, sizeof in6addr_loopback);
  }
  return NO_ERROR;
}

/* Returns true for the domain and all names below it. */
static bool is_in(const char *name, const char *domain) {
  const size_t length = strlen(name);
  const size_t domain_length = strlen(domain);
  if (length < domain_length || strcmp(name + length - domain_length, domain) != 0) return false;
  return length == domain_length || name[length - domain_length - 1] == '.';
}

static void set_address(struct address *address, uint32_t value) {
  const uint32_t ordered = htonl(value);
  address->length = sizeof ordered;
  memcpy(address->bytes, &ordered, sizeof ordered);
}

/* Returns the address after the number. */
static uint8_t *put_u16(uint8_t *end, unsigned int value) {
  end[0] = (uint8_t)(value >> 8);
  end[1] = (uint8_t)value;
  return end + 2;
}
