#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "relay.h"

#define ADDRESS INADDR_LOOPBACK
#define PORT 53
/* Queries that are answered before the other events. */
#define BATCH 16

static int udp = -1;

int dns_open(void) {
  const struct sockaddr_in local = {
      .sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(ADDRESS)};
  local_names_prepare();
  udp = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (udp < 0 || bind(udp, (const struct sockaddr *)&local, sizeof local) < 0) return errno;
  const int error = loop_add(udp, FROM_UDP, 0);
  return error == 0 ? dns_open_tcp(ADDRESS) : error;
}

/* An answer that the socket does not accept is dropped: resolvers ask again. */
void dns_answer_udp(void) {
  for (int count = 0; count < BATCH; count++) {
    uint8_t query[QUERY_CAP + 1], answer[ANSWER_CAP];
    struct sockaddr_in client;
    socklen_t size = sizeof client;
    const ssize_t length = recvfrom(udp, query, sizeof query, 0, (struct sockaddr *)&client, &size);
    if (length < 0) return;
    const size_t answered = length > QUERY_CAP ? 0 : answer_write(query, (size_t)length, answer, resolve);
    if (answered > 0) sendto(udp, answer, answered, MSG_NOSIGNAL, (const struct sockaddr *)&client, size);
  }
}
