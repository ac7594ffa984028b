#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "relay.h"

#define REPORTS_CAP 64

/* Names that were refused. Each is reported once; further ones are not reported. */
static struct {
  char name[NAME_CAP + 1];
  bool is_waiting;
  /* The relay's end of the report's channel; -1: none. */
  int descriptor;
} reports[REPORTS_CAP];
static size_t reports_count;

static bool send_one(size_t index);

void report_name(const char *name) {
  for (size_t index = 0; index < reports_count; index++) {
    if (strcmp(reports[index].name, name) == 0) return;
  }
  if (reports_count == REPORTS_CAP || strlen(name) > NAME_CAP) return;
  strcpy(reports[reports_count].name, name);
  reports[reports_count].descriptor = -1;
  reports[reports_count++].is_waiting = true;
  if (!connection_is_held()) reports_send();
}

bool reports_are_waiting(void) {
  for (size_t index = 0; index < reports_count; index++) {
    if (reports[index].is_waiting) return true;
  }
  return false;
}

/* Sends the reports that wait, as far as init receives them. */
void reports_send(void) {
  for (size_t index = 0; index < reports_count; index++) {
    if (reports[index].is_waiting && !send_one(index)) return;
  }
}

/* The daemon has refused the channel of the report, or has received it. */
void report_close(size_t index) {
  if (index < reports_count) close_once(&reports[index].descriptor);
}

/* Returns false if the report must wait. */
static bool send_one(size_t index) {
  char label[LABEL_CAP];
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) < 0) {
    loop_pause();
    return false;
  }
  snprintf(label, sizeof label, "dns %s", reports[index].name);
  const int error = message_send(label, ends[1]);
  close_once(&ends[1]);
  if (error == 0 && loop_add(ends[0], FROM_REPORT, index) == 0) reports[index].descriptor = ends[0];
  else close_once(&ends[0]);
  reports[index].is_waiting = error != 0 && message_can_wait(error);
  return error == 0;
}
