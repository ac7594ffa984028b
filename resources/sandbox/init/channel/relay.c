#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "channel/channel.h"
#include "channel/relay.h"
#include "facts/facts.h"
#include "program.h"

/* Messages of the relay that are handled before the other events. */
#define BATCH 16

enum { DESCRIPTOR };

static ssize_t receive(char *label, int *descriptor);
static int only_descriptor(struct msghdr *message);
static void open_channel(const char *label, size_t length, int descriptor);
static uint16_t free_number(void);
static bool pump(struct channel *channel);
static void answer(struct channel *channel, bool is_accepted);

static const struct kind relayed = {.pump = pump, .take = flow_take, .end = flow_end_input, .answer = answer};

static int messages = -1;
/* Zero if no relay is running. */
static pid_t relay_pid;
static int64_t used_us;
static uint16_t last_number = UINT16_MAX;

/* Starts the relay, if the list names one, and waits until it is ready. */
void relay_start(char *const command[]) {
  int ends[2];
  struct program program;
  if (command[0] == NULL) return;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) < 0) stream_fail("relay", errno);
  /* The relay waits for its clients itself, so its end blocks as it expects. */
  fcntl(ends[1], F_SETFL, 0);
  const struct launch launch = {.argv = command, .envp = environ, .control = ends[1], .folder = -1, .is_own = true};
  int error = program_spawn(&program, &launch);
  close(ends[1]);
  if (error == 0) error = relay_wait_until_ready(ends[0]);
  if (error != 0) stream_fail("relay", error);
  relay_pid = program.pid;
  messages = ends[0];
}

/* Returns the socket of the relay, or -1 if it is not running. */
int relay_socket(void) {
  return messages;
}

/* Opens a channel for each message of the relay that has arrived. */
void relay_accept(void) {
  for (int count = 0; messages >= 0 && count < BATCH && stream_space() >= ANSWER_BYTES; count++) {
    char label[LABEL_CAP];
    int descriptor = -1;
    const ssize_t length = receive(label, &descriptor);
    if (length < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (length <= 0 && descriptor < 0) {
      close_once(&messages);
      return;
    }
    open_channel(label, (size_t)length, descriptor);
  }
}

/*
 * Opens channels for the messages that arrived before the end, so that the daemon knows of them, and closes the socket with
 * the descriptors in it that were not received.
 */
void relay_close(void) {
  for (int count = 0; count < CHANNELS_CAP / BATCH; count++) relay_accept();
  close_once(&messages);
}

/* Returns true if the relay has exited. Its processor time is not part of a run's. */
bool relay_was_reaped(pid_t pid, const struct rusage *usage) {
  if (relay_pid == 0 || pid != relay_pid) return false;
  relay_pid = 0;
  used_us = cpu_time_us(usage);
  return true;
}

/* Returns the processor time of a relay that has exited. */
int64_t relay_cpu_us(void) {
  return used_us;
}

/* Returns the length of the label. The descriptor is -1 unless the message has exactly one. */
static ssize_t receive(char *label, int *descriptor) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(4 * sizeof(int))];
  } control;
  struct iovec part = {.iov_base = label, .iov_len = LABEL_CAP};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  const ssize_t length = recvmsg(messages, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (length < 0) return -1;
  *descriptor = only_descriptor(&message);
  if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) close_once(descriptor);
  return length;
}

/* Returns the one descriptor of a message. Closes them all and returns -1 if there are several. */
static int only_descriptor(struct msghdr *message) {
  int found[4];
  size_t count = 0;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    size_t bytes = part->cmsg_len - CMSG_LEN(0);
    if (bytes > sizeof found - count * sizeof *found) bytes = sizeof found - count * sizeof *found;
    memcpy(found + count, CMSG_DATA(part), bytes);
    count += bytes / sizeof *found;
  }
  if (count == 1) return found[0];
  for (size_t index = 0; index < count; index++) close(found[index]);
  return -1;
}

/* Takes the descriptor over. It is closed without a channel if it is not a socket or all channels are in use. */
static void open_channel(const char *label, size_t length, int descriptor) {
  struct stat found;
  if (descriptor < 0) return;
  const bool is_stream = fstat(descriptor, &found) == 0 && S_ISSOCK(found.st_mode);
  int input = is_stream ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : -1;
  struct channel *channel = input < 0 ? NULL : channel_create(free_number(), &relayed);
  if (channel == NULL) {
    close_once(&input);
    close(descriptor);
    return;
  }
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  channel->flow.sources[DESCRIPTOR].descriptor = descriptor;
  channel->flow.input = input;
  stream_put(channel->number, CHANNEL_OPEN, label, length);
}

/* Returns the number after the last one that is free: a number is not used again soon. */
static uint16_t free_number(void) {
  do last_number = last_number == UINT16_MAX ? FIRST_OWN_CHANNEL : (uint16_t)(last_number + 1);
  while (channel_find(last_number) != NULL);
  return last_number;
}

/* Copies bytes in both directions, until both have ended. */
static bool pump(struct channel *channel) {
  struct source *source = &channel->flow.sources[DESCRIPTOR];
  const bool was_open = source->descriptor >= 0;
  const bool has_progress = flow_pass_on(channel, DESCRIPTOR, NO_STREAM);
  if (was_open && source->descriptor < 0) stream_put(channel->number, CHANNEL_END, "", 0);
  if (source->descriptor >= 0 || channel->flow.input >= 0 || !channel->has_input_ended) return has_progress;
  channel_finish_with(channel, 0);
  return false;
}

/* The descriptor of a refused channel is closed, so its other end sees the end of the stream. */
static void answer(struct channel *channel, bool is_accepted) {
  if (!is_accepted) channel_drop(channel);
  else channel->is_accepted = true;
}
