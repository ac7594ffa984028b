#define _GNU_SOURCE
#include <errno.h>

#include "job/job.h"
#include "stream/stream.h"

#define TAIL_CAP (8 * 1024 * 1024)

/* Blocks until the daemon has sent the job. The files are written directly to the work directory. */
void job_read(struct job *job) {
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
  job->relay = read_list();
  input_read((job->flags & JOB_INPUT_CONTINUES) != 0);
}

/* Called when the program has its own copy of the arguments and the environment. */
void job_wipe(struct job *job) {
  wipe_list(job->argv);
  wipe_list(job->envp);
  wipe_list(job->relay);
  job->argv = job->envp = job->relay = NULL;
}
