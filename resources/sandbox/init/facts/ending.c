#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "facts/facts.h"

#define FIRST_REAL_TIME_SIGNAL 34

/*
 * Init becomes the tracer of a child that calls PTRACE_TRACEME, and then a signal stops the child and is reported like an
 * exit. Lets it continue without a tracer. Returns true if the status is such a stop.
 */
bool ending_is_stop(pid_t pid, int wait_status) {
  if (!WIFSTOPPED(wait_status)) return false;
  ptrace(PTRACE_DETACH, pid, NULL, (void *)(intptr_t)WSTOPSIG(wait_status));
  return true;
}

void ending_describe(char text[ENDING_CHARS], int wait_status) {
  const int number = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  const char *name = number == 0 ? NULL : sigabbrev_np(number);
  if (number == 0) {
    snprintf(text, ENDING_CHARS, "\"exitCode\":%d,\"signal\":null", WEXITSTATUS(wait_status));
  } else if (name != NULL) {
    snprintf(text, ENDING_CHARS, "\"exitCode\":null,\"signal\":\"SIG%s\"", name);
  } else {
    snprintf(text, ENDING_CHARS, "\"exitCode\":null,\"signal\":\"SIGRTMIN+%d\"", number - FIRST_REAL_TIME_SIGNAL);
  }
}
