#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "init.h"

#define LIST_CAP 65536
#define TEXT_CAP (4 * 1024 * 1024)
#define INPUT_CAP (64 * 1024 * 1024)
#define TAIL_CAP (8 * 1024 * 1024)

static char **read_list(void);
static void read_input(struct job *job);
static void wipe_list(char **list);

/* Blocks until the daemon sends the job. The files are written directly to the work directory. */
void job_read(struct job *job) {
  uint8_t head[4 + NONCE_BYTES];
  read_exactly(head, sizeof head);
  if (memcmp(head, "SRJ", 3) != 0 || head[3] != PROTOCOL_VERSION) stream_fail("job", EPROTO);
  stream_use_nonce(head + 4);
  job->flags = read_u32();
  job->limit_ms = read_u32();
  job->output_cap = read_u32();
  job->tail_bytes = read_u32();
  if (job->tail_bytes > TAIL_CAP) stream_fail("job", EMSGSIZE);
  job->files_cap = read_u32();
  job->files_bytes_cap = read_u32();
  job->argv = read_list();
  job->envp = read_list();
  if (job->argv[0] == NULL) stream_fail("job", EINVAL);
  files_receive();
  read_input(job);
}

/* Called when the program has its own copy of the arguments and the environment. */
void job_wipe(struct job *job) {
  wipe_list(job->argv);
  wipe_list(job->envp);
  job->argv = job->envp = NULL;
}

static char **read_list(void) {
  const uint32_t count = read_u32();
  if (count > LIST_CAP) stream_fail("job", EMSGSIZE);
  char **list = calloc(count + 1, sizeof *list);
  if (list == NULL) stream_fail("job", ENOMEM);
  for (uint32_t index = 0; index < count; index++) list[index] = read_text(TEXT_CAP);
  return list;
}

static void read_input(struct job *job) {
  job->input_length = read_u32();
  if (job->input_length == 0) return;
  if (job->input_length > INPUT_CAP) stream_fail("job", EMSGSIZE);
  job->input = mmap(NULL, job->input_length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (job->input == MAP_FAILED) stream_fail("job", errno);
  read_exactly(job->input, job->input_length);
}

static void wipe_list(char **list) {
  for (char **item = list; *item != NULL; item++) {
    explicit_bzero(*item, strlen(*item));
    free(*item);
  }
  free(list);
}
