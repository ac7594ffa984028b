#define _GNU_SOURCE
#include "names/names.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "answer.h"
#include "program.h"

#define PORT 53
/* Queries that are answered before the other events. */
#define BATCH 16

static int server = -1;

static enum answer_code resolve(const struct question *question, struct record_data *data);

/*
 * The engine empties /etc/hosts of a container without a network, so programs ask the name server of an empty
 * /etc/resolv.conf, which is 127.0.0.1. Only process 1 serves: the tests of init run on a machine with a network.
 */
void names_open(void) {
  const struct sockaddr_in local = {
      .sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (getpid() != 1) return;
  server = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (server < 0) return;
  if (bind(server, (const struct sockaddr *)&local, sizeof local) < 0) close_once(&server);
  else local_names_prepare();
}

int names_socket(void) {
  return server;
}

void names_answer(void) {
  for (int count = 0; count < BATCH; count++) {
    uint8_t query[QUERY_CAP + 1], answer[ANSWER_CAP];
    struct sockaddr_in client;
    socklen_t size = sizeof client;
    const ssize_t length = recvfrom(server, query, sizeof query, 0, (struct sockaddr *)&client, &size);
    if (length < 0) return;
    const size_t answered = length > QUERY_CAP ? 0 : answer_write(query, (size_t)length, answer, resolve);
    if (answered > 0) sendto(server, answer, answered, MSG_NOSIGNAL, (const struct sockaddr *)&client, size);
  }
}

/* Refuses all other names: a resolver reports that no name server knows them, as without a server. */
static enum answer_code resolve(const struct question *question, struct record_data *data) {
  return local_name_resolve(question, data) ? NO_ERROR : REFUSED;
}
