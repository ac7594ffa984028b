#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "init.h"

/* execve refuses longer strings, or more of them. Such a job is given to execve, which reports the error. */
#define STRING_CAP (128 * 1024 - 1)
#define STRINGS_CAP (1536 * 1024)
#define COUNT_TEXT 16

extern char **environ;

static struct program warm;
static char *const *warm_argv;
static int control = -1;

static bool receive_byte(char expected);
static bool fits(const struct job *job);
static size_t shared_count(char *const argv[]);
static bool send_job(const struct job *job);
static char *append_list(char *end, char *const list[]);
static bool send_all(const void *bytes, size_t length);
static void discard(void);

/*
 * Starts the interpreter with init's own environment, which names a hook. The hook makes the interpreter wait at file
 * descriptor 3 before it reads a program. Returns true if it waits there.
 */
bool warm_boot(char *const argv[]) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return false;
  control = ends[0];
  warm_argv = argv;
  program_spawn(&warm, argv, environ, ends[1]);
  close(ends[1]);
  if (receive_byte('R')) return true;
  discard();
  return false;
}

/*
 * Gives the job to the waiting interpreter, which becomes the job's program. Returns false if none waits or it cannot
 * take this job; then the interpreter has been killed.
 */
bool warm_take(struct program *program, const struct job *job) {
  if (control < 0) return false;
  if (!fits(job) || !send_job(job) || !receive_byte('G')) {
    discard();
    return false;
  }
  close(control);
  control = -1;
  *program = warm;
  return true;
}

static bool receive_byte(char expected) {
  char received = '\0';
  return stream_wait_for(control) && read(control, &received, 1) == 1 && received == expected;
}

/* Returns true if the job's command begins with the interpreter's, and execve would accept its strings. */
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

/* Sends the length, then strings that each end with NUL: the number of further arguments, these, the environment. */
static bool send_job(const struct job *job) {
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
  const bool is_sent = send_all(head, sizeof head) && send_all(text, length);
  explicit_bzero(text, length);
  free(text);
  return is_sent;
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
