#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream/stream.h"
#include "warm/warm.h"

#define COUNT_TEXT 16
#define LENGTH_BYTES 4

static char *append_list(char *end, char *const list[]);

/*
 * Packs the length, then strings that each end with NUL: the number of further arguments, these, the environment.
 * Returns false without memory.
 */
bool handover_pack(struct handover *handover, char *const further[], char *const envp[]) {
  size_t cap = LENGTH_BYTES + COUNT_TEXT;
  int count = 0;
  for (char *const *item = further; *item != NULL; item++, count++) cap += strlen(*item) + 1;
  for (char *const *item = envp; *item != NULL; item++) cap += strlen(*item) + 1;
  handover->bytes = malloc(cap);
  if (handover->bytes == NULL) return false;
  char *text = (char *)handover->bytes + LENGTH_BYTES;
  char *end = text + snprintf(text, COUNT_TEXT, "%d", count) + 1;
  end = append_list(append_list(end, further), envp);
  put_u32(handover->bytes, (uint32_t)(end - text));
  handover->length = (size_t)(end - text) + LENGTH_BYTES;
  return true;
}

/* Returns the lists that were packed, with `first` before the arguments. Returns false without memory. */
bool handover_unpack(const struct handover *handover, char *const first[], char ***argv, char ***envp) {
  char *next = (char *)handover->bytes + LENGTH_BYTES;
  const char *end = (char *)handover->bytes + handover->length;
  const size_t further = strtoul(next, NULL, 10);
  size_t strings = 0, count = 0;
  for (const char *at = next; at < end; at += strlen(at) + 1) strings++;
  while (first[count] != NULL) count++;
  *argv = calloc(count + further + 1, sizeof **argv);
  *envp = calloc(strings - further, sizeof **envp);
  if (*argv == NULL || *envp == NULL) return false;
  memcpy(*argv, first, count * sizeof **argv);
  next += strlen(next) + 1;
  for (size_t index = 0; next < end; index++, next += strlen(next) + 1) {
    if (index < further) (*argv)[count + index] = next;
    else (*envp)[index - further] = next;
  }
  return true;
}

void handover_free(struct handover *handover) {
  if (handover->bytes == NULL) return;
  explicit_bzero(handover->bytes, handover->length);
  free(handover->bytes);
  *handover = (struct handover){0};
}

static char *append_list(char *end, char *const list[]) {
  for (char *const *item = list; *item != NULL; item++) end = stpcpy(end, *item) + 1;
  return end;
}
