/* Writes the answers of the name servers of a sandbox: init's and the relay's. */
#ifndef STRONGROOM_ANSWER_H
#define STRONGROOM_ANSWER_H

#include "question.h"

/* Largest answer: a header, a question and one record. */
#define ANSWER_CAP 512

#define TYPE_ADDRESS 1
#define TYPE_POINTER 12
#define TYPE_ADDRESS_V6 28

/* The data of the record of an answer; without bytes there is none. */
struct record_data {
  size_t length;
  uint8_t bytes[16];
};

/* Sets the data, or leaves it empty if the name has no record of the type. */
typedef enum answer_code resolver(const struct question *question, struct record_data *data);

/* answer.c */
size_t answer_write(const uint8_t *query, size_t length, uint8_t answer[ANSWER_CAP], resolver *resolve);
void answer_set_address(struct record_data *data, uint32_t address);

/* local.c: the names of the loopback interface */
void local_names_prepare(void);
bool local_name_resolve(const struct question *question, struct record_data *data);

#endif
