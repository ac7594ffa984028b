#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "channel/fields.h"
#include "stream/stream.h"

static const uint8_t *take(struct fields *fields, size_t length);

uint8_t field_u8(struct fields *fields) {
  const uint8_t *bytes = take(fields, 1);
  return bytes == NULL ? 0 : bytes[0];
}

uint16_t field_u16(struct fields *fields) {
  const uint8_t *bytes = take(fields, 2);
  return bytes == NULL ? 0 : get_u16(bytes);
}

uint32_t field_u32(struct fields *fields) {
  const uint8_t *bytes = take(fields, 4);
  return bytes == NULL ? 0 : get_u32(bytes);
}

uint64_t field_u64(struct fields *fields) {
  const uint8_t *bytes = take(fields, 8);
  return bytes == NULL ? 0 : get_u64(bytes);
}

/* Returns a blob that ends with NUL. It is moved over its own length, so no memory is required. Null on an error. */
char *field_text(struct fields *fields, size_t cap) {
  uint8_t *start = fields->next;
  const size_t length = field_u32(fields);
  if (fields->error == 0 && length > cap) fields->error = EINVAL;
  const uint8_t *bytes = take(fields, length);
  if (bytes == NULL) return NULL;
  memmove(start, bytes, length);
  start[length] = '\0';
  if (strlen((char *)start) == length) return (char *)start;
  fields->error = EINVAL;
  return NULL;
}

/* Returns a list that ends with null and that the caller frees; its items belong to the frame. Null on an error. */
char **field_list(struct fields *fields) {
  const size_t count = field_u32(fields);
  if (fields->error == 0 && (count > LIST_CAP || count > fields->left / 4)) fields->error = EINVAL;
  if (fields->error != 0) return NULL;
  char **list = calloc(count + 1, sizeof *list);
  if (list == NULL) fields->error = ENOMEM;
  for (size_t index = 0; index < count && fields->error == 0; index++) list[index] = field_text(fields, TEXT_CAP);
  if (fields->error == 0) return list;
  free(list);
  return NULL;
}

/* Returns 0 if all fields were read and no byte is left, or errno. */
int fields_end(struct fields *fields) {
  if (fields->error == 0 && fields->left > 0) fields->error = EINVAL;
  return fields->error;
}

/* Returns the next bytes, or null if there are not as many. */
static const uint8_t *take(struct fields *fields, size_t length) {
  if (fields->error == 0 && length > fields->left) fields->error = EINVAL;
  if (fields->error != 0) return NULL;
  const uint8_t *bytes = fields->next;
  fields->next += length;
  fields->left -= length;
  return bytes;
}
