#include <errno.h>
#include <string.h>

#include "relay.h"

static int read_one(char *const arguments[], size_t *count);

/* Reads the rules and writes the files, in the order of the arguments. */
int arguments_read(char *const arguments[]) {
  char *const *next = arguments;
  if (*next == NULL) return EINVAL;
  if (strcmp(*next, "ask") == 0) rules_allow_all();
  else if (strcmp(*next, "deny") != 0) return EINVAL;
  next++;
  while (*next != NULL) {
    size_t count = 0;
    const int error = read_one(next, &count);
    if (error != 0) return error;
    next += count;
  }
  files_close();
  return 0;
}

/* Sets `count` to the number of arguments that were used. */
static int read_one(char *const arguments[], size_t *count) {
  if (arguments[1] == NULL) return EINVAL;
  *count = 2;
  if (strcmp(arguments[0], "bundle") == 0) return file_begin_with_bundle(arguments[1]);
  if (arguments[2] == NULL) return EINVAL;
  *count = 3;
  if (strcmp(arguments[0], "rule") == 0) return rule_add(arguments[1], arguments[2]);
  if (strcmp(arguments[0], "file") == 0) return file_append(arguments[1], arguments[2]);
  return EINVAL;
}
