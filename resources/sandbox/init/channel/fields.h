/* Reads the fields of a frame that opens a channel. */
#ifndef STRONGROOM_FIELDS_H
#define STRONGROOM_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fields {
  uint8_t *next;
  size_t left;
  /* EINVAL after a field that was longer than the frame; ENOMEM without memory. */
  int error;
};

uint8_t field_u8(struct fields *fields);
uint16_t field_u16(struct fields *fields);
uint32_t field_u32(struct fields *fields);
uint64_t field_u64(struct fields *fields);
char *field_text(struct fields *fields, size_t cap);
char **field_list(struct fields *fields);
int fields_end(struct fields *fields);

#endif
