#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stream/stream.h"
#include "warm/warm.h"

/* execve refuses longer strings, or more of them. Such a job is given to execve, which reports the error. */
#define STRING_CAP (128 * 1024 - 1)
#define STRINGS_CAP (1536 * 1024)

static struct program warm;
static char *const *warm_argv;
static int control = -1;

static bool receive_byte(char expected);
static size_t shared_count(char *const argv[]);
static bool send_all(const struct handover *handover);

/*
 * Starts the interpreter with init's own environment, which names a hook. The hook makes the interpreter wait at file
 * descriptor 3 before it reads a program. Returns true if it waits there.
 */
bool warm_boot(char *const argv[]) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return false;
  control = ends[0];
  warm_argv = argv;
  const struct launch launch = {.argv = argv, .envp = environ, .control = ends[1], .folder = -1};
  const int error = program_spawn(&warm, &launch);
  close(ends[1]);
  if (error != 0) stream_fail("start", error);
  if (receive_byte('R')) return true;
  warm_discard();
  return false;
}

/*
 * Gives the job to the waiting interpreter, which becomes the job's program. Returns false if none waits or it cannot
 * take this job; then the interpreter no longer exists.
 */
bool warm_take(struct program *program, char *const argv[], char *const envp[]) {
  struct handover handover = {0};
  const bool is_taken = warm_pack(&handover, argv, envp) && send_all(&handover) && receive_byte('G');
  handover_free(&handover);
  if (!is_taken) {
    warm_discard();
    return false;
  }
  close_once(&control);
  *program = warm;
  return true;
}

/*
 * Packs the strings of a job. Returns false if no interpreter waits, if the command does not begin with the
 * interpreter's, if execve would refuse the strings, or without memory.
 */
bool warm_pack(struct handover *handover, char *const argv[], char *const envp[]) {
  if (control < 0 || warm_argv[shared_count(argv)] != NULL) return false;
  size_t total = 0;
  char *const *lists[] = {argv, envp};
  for (size_t index = 0; index < 2; index++) {
    for (char *const *item = lists[index]; *item != NULL; item++) {
      const size_t length = strlen(*item);
      total += length + 1 + sizeof *item;
      if (length >= STRING_CAP || total > STRINGS_CAP) return false;
    }
  }
  return handover_pack(handover, argv + shared_count(argv), envp);
}

/* Returns the strings of a job that was packed: two lists that the caller frees, their items belong to the handover. */
bool warm_unpack(const struct handover *handover, char ***argv, char ***envp) {
  return handover_unpack(handover, warm_argv, argv, envp);
}

/* Gives the waiting interpreter to the caller: its process, its pipes and init's end of its socket. */
void warm_release(struct program *program, int *socket) {
  *program = warm;
  *socket = control;
  control = -1;
}

/* Kills the waiting interpreter, if there is one, and waits until it has exited. */
void warm_discard(void) {
  if (control < 0) return;
  close_once(&control);
  program_close(&warm);
  kill(-warm.pid, SIGKILL);
  waitpid(warm.pid, NULL, 0);
}

/* Called for each process that was reaped: an interpreter that has exited is never signalled. */
bool warm_was_reaped(pid_t pid) {
  if (control < 0 || pid != warm.pid) return false;
  close_once(&control);
  program_close(&warm);
  return true;
}

static bool receive_byte(char expected) {
  char received = '\0';
  return stream_wait_for(control) && read(control, &received, 1) == 1 && received == expected;
}

static size_t shared_count(char *const argv[]) {
  size_t count = 0;
  while (warm_argv[count] != NULL && argv[count] != NULL && strcmp(warm_argv[count], argv[count]) == 0) count++;
  return count;
}

static bool send_all(const struct handover *handover) {
  const uint8_t *next = handover->bytes;
  size_t length = handover->length;
  while (length > 0) {
    const ssize_t count = send(control, next, length, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    next += count;
    length -= (size_t)count;
  }
  return true;
}
