/* Parses queries of the domain name system (RFC 1035). */
#ifndef STRONGROOM_QUESTION_H
#define STRONGROOM_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DNS_HEADER_BYTES 12
/* Largest number of characters of a name, without a dot at its end. */
#define NAME_CAP 253
/* Largest query. */
#define QUERY_CAP 1232

enum answer_code { NO_ERROR = 0, FORMAT_ERROR = 1, SERVER_FAILURE = 2, NO_NAME = 3, NOT_IMPLEMENTED = 4, REFUSED = 5 };

struct question {
  /* In lower case, with dots between the labels, without one at the end. */
  char name[NAME_CAP + 1];
  /* Each label consists of letters, digits, hyphens and underscores, and the last one is no number. */
  bool is_host;
  uint16_t type;
  /* Offset of the first byte after the question; 0 if the query has no question that can be repeated. */
  size_t end;
};

/* question.c */
bool question_is_query(const uint8_t *query, size_t length);
enum answer_code question_read(struct question *question, const uint8_t *query, size_t length);

#endif
