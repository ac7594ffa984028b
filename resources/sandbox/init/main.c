/*
 * PID 1 of a sandbox container. The first bytes from the daemon choose a single-use run or a session. PROTOCOL.md
 * defines the format.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/prctl.h>

#include "accounts.h"
#include "facts/facts.h"
#include "job/job.h"
#include "options.h"
#include "program.h"
#include "session/session.h"
#include "stream/stream.h"
#include "warm/warm.h"

int main(int count, char *argv[]) {
  char boot_id[BOOT_ID_CHARS + 1];
  uint8_t head[4 + NONCE_BYTES];

  /* Opens oom_score_adj first: a process that is not dumpable cannot open its own files in /proc/self. */
  program_prepare();
  /* From here on no process of the same user can trace init, read its memory or open its file descriptors. */
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  accounts_write();
  stream_open();
  /* A program without arguments, not even its name, has no options. */
  char *const *warm = options_take(argv + (count > 0));
  boot_id_read(boot_id);
  stream_hello(*warm != NULL && warm_boot(warm), boot_id);

  read_exactly(head, sizeof head);
  const bool is_run = memcmp(head, "SRJ", 3) == 0;
  if ((!is_run && memcmp(head, "SRS", 3) != 0) || head[3] != PROTOCOL_VERSION) stream_fail("job", EPROTO);
  stream_use_nonce(head + 4);
  if (is_run) single_use_run();
  else session_run();
  return 0;
}
