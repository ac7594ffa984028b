#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "relay.h"

/* Everything listens and all files are written: init can start the program. */
void message_ready(void) {
  if (send(INIT, "R", 1, MSG_NOSIGNAL) != 1) _exit(1);
}

void message_failed(int error) {
  char text[16];
  const int length = snprintf(text, sizeof text, "F%d", error);
  send(INIT, text, (size_t)length, MSG_NOSIGNAL);
  _exit(1);
}

/* Sends a label with a descriptor, which stays the caller's. It never waits: EAGAIN if the socket is full. */
int message_send(const char *label, int descriptor) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec part = {.iov_base = (char *)label, .iov_len = strlen(label)};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof descriptor);
  memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
  ssize_t count;
  do count = sendmsg(INIT, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (count < 0 && errno == EINTR);
  return count < 0 ? errno : 0;
}

/*
 * Returns true if a message can be sent later. The relay exits if it cannot: init has closed the socket. A failure that
 * no event ends, such as the kernel's limit of descriptors on their way, pauses the relay.
 */
bool message_can_wait(int error) {
  if (error == EAGAIN) return true;
  if (error != ETOOMANYREFS && error != ENOMEM && error != ENOBUFS) _exit(0);
  loop_pause();
  return true;
}
