#include <string.h>

#include "relay.h"

static bool is_in(const char *name, const char *domain);

/* An allowed name has an IPv4 address, and no records of other types. */
enum answer_code resolve(const struct question *question, struct record_data *data) {
  uint16_t ports[LISTENERS_CAP + 1];
  uint32_t found;
  if (local_name_resolve(question, data)) return NO_ERROR;
  if (!question->is_host || is_in(question->name, "arpa")) return NO_NAME;
  const size_t count = rules_ports_of(question->name, ports);
  if (count == 0) {
    report_name(question->name);
    return NO_NAME;
  }
  if (question->type != TYPE_ADDRESS) return NO_ERROR;
  if (name_resolve(question->name, ports, count, &found) != 0) return SERVER_FAILURE;
  answer_set_address(data, found);
  return NO_ERROR;
}

/* Returns true for the domain and all names below it. */
static bool is_in(const char *name, const char *domain) {
  const size_t length = strlen(name);
  const size_t domain_length = strlen(domain);
  if (length < domain_length || strcmp(name + length - domain_length, domain) != 0) return false;
  return length == domain_length || name[length - domain_length - 1] == '.';
}
