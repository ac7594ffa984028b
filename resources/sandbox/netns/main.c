#define _GNU_SOURCE
#include <errno.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "netns.h"

static char *wait_for_hosts(void);
static void give_up_privileges(void);

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "addresses") == 0) return list_addresses();
  signal(SIGPIPE, SIG_IGN);
  char *hosts = wait_for_hosts();
  close_known_ranges();
  read_hosts(hosts);
  free(hosts);
  close_routes();
  close_filter();
  open_names();
  give_up_privileges();
  stream_send(FRAME_READY, "", 0);
  serve_names();
}

static char *wait_for_hosts(void) {
  struct frame frame;
  while (!stream_next(&frame)) {
    struct pollfd daemon = {.fd = 0, .events = POLLIN};
    poll(&daemon, 1, -1);
    stream_read();
  }
  if (frame.type != FRAME_HOSTS) fail("hosts", EPROTO);
  char *hosts = strndup((const char *)frame.payload, frame.length);
  if (hosts == NULL) fail("hosts", ENOMEM);
  return hosts;
}

/* Gives up all capabilities: no process in this namespace can change its network any more. */
static void give_up_privileges(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}, {0}};
  if (syscall(SYS_capset, &header, none) < 0) fail("privileges", errno);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
