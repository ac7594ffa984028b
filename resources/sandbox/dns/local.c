#define _GNU_SOURCE
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "answer.h"

#define LOCALHOST "localhost"

static bool is_local(const char *name);
static bool is_reverse(const char *name);

/* The loopback interface has the address ::1. */
static bool has_loopback_v6;
/* The name of the sandbox. */
static char own_name[NAME_CAP + 1];

void local_names_prepare(void) {
  const struct sockaddr_in6 local = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  const int probe = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  has_loopback_v6 = probe >= 0 && bind(probe, (const struct sockaddr *)&local, sizeof local) == 0;
  if (probe >= 0) close(probe);
  if (gethostname(own_name, sizeof own_name - 1) < 0) own_name[0] = '\0';
}

/* Returns false if the name is none of `localhost`, the names below it, the sandbox's own, and the reverse ones. */
bool local_name_resolve(const struct question *question, struct record_data *data) {
  if (is_reverse(question->name)) {
    if (question->type != TYPE_POINTER) return true;
    data->bytes[0] = sizeof LOCALHOST - 1;
    memcpy(data->bytes + 1, LOCALHOST, sizeof LOCALHOST);
    data->length = sizeof LOCALHOST + 1;
    return true;
  }
  if (!is_local(question->name)) return false;
  if (question->type == TYPE_ADDRESS) {
    answer_set_address(data, INADDR_LOOPBACK);
  } else if (question->type == TYPE_ADDRESS_V6 && has_loopback_v6) {
    data->length = sizeof in6addr_loopback;
    memcpy(data->bytes, &in6addr_loopback, sizeof in6addr_loopback);
  }
  return true;
}

static bool is_local(const char *name) {
  const size_t length = strlen(name);
  const size_t domain = sizeof LOCALHOST - 1;
  if (*own_name != '\0' && strcmp(name, own_name) == 0) return true;
  if (length < domain || strcmp(name + length - domain, LOCALHOST) != 0) return false;
  return length == domain || name[length - domain - 1] == '.';
}

static bool is_reverse(const char *name) {
  return strcmp(name, "1.0.0.127.in-addr.arpa") == 0 ||
         strcmp(name, "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.ip6.arpa") == 0;
}
