#define _GNU_SOURCE
#include <arpa/inet.h>
#include <string.h>

#include "answer.h"

#define CLASS_INTERNET 1
#define FLAG_RESPONSE 0x80
#define FLAG_RECURSION_AVAILABLE 0x80
/* Opcode and "recursion desired", which an answer repeats. */
#define REPEATED_BITS 0x79
#define TTL_SECONDS 1
/* A reference to the name of the question. */
#define NAME_REFERENCE (0xc000 | DNS_HEADER_BYTES)

static uint8_t *put_u16(uint8_t *end, unsigned int value);

/* Returns the length of the answer, or 0 if the message is not answered. The question is repeated as it was asked. */
size_t answer_write(const uint8_t *query, size_t length, uint8_t answer[ANSWER_CAP], resolver *resolve) {
  struct question question;
  struct record_data data = {0};
  if (!question_is_query(query, length)) return 0;
  enum answer_code code = question_read(&question, query, length);
  if (code == NO_ERROR) code = resolve(&question, &data);
  const size_t asked = question.end > 0 ? question.end : DNS_HEADER_BYTES;
  memcpy(answer, query, asked);
  answer[2] = (uint8_t)(FLAG_RESPONSE | (query[2] & REPEATED_BITS));
  answer[3] = (uint8_t)(FLAG_RECURSION_AVAILABLE | code);
  memset(answer + 4, 0, DNS_HEADER_BYTES - 4);
  answer[5] = question.end > 0;
  answer[7] = data.length > 0;
  if (data.length == 0) return asked;
  uint8_t *end = put_u16(answer + asked, NAME_REFERENCE);
  end = put_u16(put_u16(end, question.type), CLASS_INTERNET);
  end = put_u16(put_u16(end, 0), TTL_SECONDS);
  end = put_u16(end, (unsigned int)data.length);
  memcpy(end, data.bytes, data.length);
  return (size_t)(end - answer) + data.length;
}

/* Sets the data to an IPv4 address. */
void answer_set_address(struct record_data *data, uint32_t address) {
  const uint32_t ordered = htonl(address);
  data->length = sizeof ordered;
  memcpy(data->bytes, &ordered, sizeof ordered);
}

/* Returns the address after the number. */
static uint8_t *put_u16(uint8_t *end, unsigned int value) {
  end[0] = (uint8_t)(value >> 8);
  end[1] = (uint8_t)value;
  return end + 2;
}
