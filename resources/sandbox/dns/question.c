#include <string.h>

#include "question.h"

#define LABEL_BYTES_CAP 63
#define FLAG_RESPONSE 0x80
#define OPCODE_BITS 0x78
#define CLASS_INTERNET 1
#define TYPE_OPTIONS 41
/* An OPT record without options: the root name, type, size of UDP messages, extended code and flags, length. */
#define OPTIONS_BYTES 11

static uint16_t get_u16(const uint8_t *bytes);
static size_t read_name(struct question *question, const uint8_t *query, size_t length);
static bool add_label(struct question *question, size_t *filled, const uint8_t *label, size_t length);
static bool is_host_label(const uint8_t *label, size_t length);
static bool is_number(const char *label);
static bool has_valid_rest(const uint8_t *query, size_t length, size_t at);

/* Returns false for messages that are not answered: fragments of a header, and answers. */
bool question_is_query(const uint8_t *query, size_t length) {
  return length >= DNS_HEADER_BYTES && (query[2] & FLAG_RESPONSE) == 0;
}

/* Reads a message with one question and at most one OPT record. Each byte is read once. */
enum answer_code question_read(struct question *question, const uint8_t *query, size_t length) {
  *question = (struct question){0};
  if ((query[2] & OPCODE_BITS) != 0) return NOT_IMPLEMENTED;
  if (get_u16(query + 4) != 1 || get_u16(query + 6) != 0 || get_u16(query + 8) != 0) return FORMAT_ERROR;
  const size_t at = read_name(question, query, length);
  if (at == 0 || length - at < 4 || !has_valid_rest(query, length, at + 4)) return FORMAT_ERROR;
  question->type = get_u16(query + at);
  question->end = at + 4;
  return get_u16(query + at + 2) == CLASS_INTERNET ? NO_ERROR : REFUSED;
}

static uint16_t get_u16(const uint8_t *bytes) {
  return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

/* Returns the offset after the name, or 0 if it is malformed. A question has no compressed names. */
static size_t read_name(struct question *question, const uint8_t *query, size_t length) {
  size_t at = DNS_HEADER_BYTES;
  size_t filled = 0;
  question->is_host = true;
  for (;;) {
    if (at >= length) return 0;
    const size_t count = query[at++];
    if (count == 0) break;
    if (count > LABEL_BYTES_CAP || count > length - at) return 0;
    if (!add_label(question, &filled, query + at, count)) return 0;
    at += count;
  }
  const char *dot = strrchr(question->name, '.');
  if (filled == 0 || is_number(dot == NULL ? question->name : dot + 1)) question->is_host = false;
  return at;
}

/* Returns false if the name is too long. */
static bool add_label(struct question *question, size_t *filled, const uint8_t *label, size_t length) {
  const size_t needed = length + (*filled > 0);
  if (needed > NAME_CAP - *filled) return false;
  if (*filled > 0) question->name[(*filled)++] = '.';
  for (size_t index = 0; index < length; index++) {
    const uint8_t byte = label[index];
    question->name[(*filled)++] = (char)(byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte);
  }
  if (!is_host_label(label, length)) question->is_host = false;
  return true;
}

static bool is_host_label(const uint8_t *label, size_t length) {
  for (size_t index = 0; index < length; index++) {
    const uint8_t byte = label[index];
    const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    if (!is_letter && !(byte >= '0' && byte <= '9') && byte != '-' && byte != '_') return false;
  }
  return true;
}

/* Clients take a name that ends in such a label for an address. */
static bool is_number(const char *label) {
  return strspn(label, "0123456789") == strlen(label) || strncmp(label, "0x", 2) == 0;
}

/* An OPT record may follow, and nothing else. Its options are skipped. */
static bool has_valid_rest(const uint8_t *query, size_t length, size_t at) {
  const size_t left = length - at;
  if (get_u16(query + 10) == 0) return left == 0;
  if (get_u16(query + 10) != 1 || left < OPTIONS_BYTES) return false;
  const uint8_t *record = query + at;
  return record[0] == 0 && get_u16(record + 1) == TYPE_OPTIONS && left == OPTIONS_BYTES + (size_t)get_u16(record + 9);
}
