#define _GNU_SOURCE
#include <arpa/inet.h>
#include <signal.h>
#include <sys/prctl.h>

#include "relay.h"

int main(int count, char *argv[]) {
  /* From here on no process of the same user can trace the relay, read its memory or open its descriptors. */
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  signal(SIGPIPE, SIG_IGN);
  int error = arguments_read(argv + (count > 0));
  if (error == 0) error = loop_open();
  if (error == 0) error = dns_open();
  if (error != 0) message_failed(error);
  message_ready();
  loop_run();
}
