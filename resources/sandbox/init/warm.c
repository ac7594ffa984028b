#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "init.h"

/* The kernel refuses a longer string, or many more, to a program that is started: such a job is for it to judge. */
#define STRING_CAP (128 * 1024 - 1)
#define STRINGS_CAP (1536 * 1024)
#define COUNT_TEXT 16

extern char **environ;

static struct program warm;
static char *const *warm_argv;
static int control = -1;

static bool hears(char expected);
static bool fits(const struct job *job);
static size_t shared_count(char *const argv[]);
static bool tell(const struct job *job);
static char *append_list(char *end, char *const list[]);
static bool send_all(const void *bytes, size_t length);
static void discard(void);

/*
 * Starts the interpreter with init's own environment, in which a hook makes it wait at descriptor 3 before it reads
 * any program; true when it waits there.
 */
bool warm_boot(char *const argv[]) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return false;
  control = ends[0];
  warm_argv = argv;
  program_spawn(&warm, argv, environ, ends[1]);
  close(ends[1]);
  if (hears('R')) return true;
  discard();
  return false;
}

/* Makes the waiting interpreter the job's program; false, and none is left, where there is none or it will not do. */
bool warm_take(struct program *program, const struct job *job) {
  if (control < 0) return false;
  if (!fits(job) || !tell(job) || !hears('G')) {
    discard();
    return false;
  }
  close(control);
  control = -1;
  *program = warm;
  return true;
}

static bool hears(char expected) {
  char heard = '\0';
  return stream_wait_for(control) && read(control, &heard, 1) == 1 && heard == expected;
}

/* It was started with the beginning of the job's command line, and a new program would be started at all. */
static bool fits(const struct job *job) {
  if (job->flags & JOB_FRESH) return false;
  if (warm_argv[shared_count(job->argv)] != NULL) return false;
  size_t total = 0;
  char *const *lists[] = {job->argv, job->envp};
  for (size_t index = 0; index < 2; index++) {
    for (char *const *item = lists[index]; *item != NULL; item++) {
      const size_t length = strlen(*item);
      total += length + 1 + sizeof *item;
      if (length >= STRING_CAP || total > STRINGS_CAP) return false;
    }
  }
  return true;
}

static size_t shared_count(char *const argv[]) {
  size_t count = 0;
  while (warm_argv[count] != NULL && argv[count] != NULL && strcmp(warm_argv[count], argv[count]) == 0) count++;
  return count;
}

/* Length, then each with a NUL behind it: the number of further arguments, those, and the environment. */
static bool tell(const struct job *job) {
  char *const *further = job->argv + shared_count(job->argv);
  size_t cap = COUNT_TEXT;
  int count = 0;
  for (char *const *item = further; *item != NULL; item++, count++) cap += strlen(*item) + 1;
  for (char *const *item = job->envp; *item != NULL; item++) cap += strlen(*item) + 1;
  char *text = malloc(cap);
  if (text == NULL) return false;
  char *end = text + snprintf(text, COUNT_TEXT, "%d", count) + 1;
  end = append_list(append_list(end, further), job->envp);
  const uint32_t length = (uint32_t)(end - text);
  const uint8_t head[4] = {(uint8_t)(length >> 24), (uint8_t)(length >> 16), (uint8_t)(length >> 8), (uint8_t)length};
  const bool told = send_all(head, sizeof head) && send_all(text, length);
  explicit_bzero(text, length);
  free(text);
  return told;
}

static char *append_list(char *end, char *const list[]) {
  for (char *const *item = list; *item != NULL; item++) end = stpcpy(end, *item) + 1;
  return end;
}

static bool send_all(const void *bytes, size_t length) {
  const char *next = bytes;
  while (length > 0) {
    const ssize_t count = send(control, next, length, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    next += count;
    length -= (size_t)count;
  }
  return true;
}

static void discard(void) {
  struct outcome ignored;
  close(control);
  control = -1;
  close(warm.input);
  close(warm.output[0]);
  close(warm.output[1]);
  program_end_all(&warm, &ignored);
}
