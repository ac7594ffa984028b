#include <errno.h>
#include <string.h>

#include "relay.h"

#define HTTPS 443
#define HTTP 80

struct rule {
  /* A name, or `*.` and a suffix. It is an argument. */
  const char *host;
  uint16_t ports[PORTS_CAP];
  size_t count;
};

static bool is_host(const char *host);
static const char *read_port(const char *text, uint16_t *port);
static bool matches(const char *host, const char *name);
static size_t add_port(uint16_t ports[LISTENERS_CAP + 1], size_t count, uint16_t port);

static struct rule rules[RULES_CAP];
static size_t rules_count;
static bool allows_all;

/* Every name has an address: the daemon decides about each connection. */
void rules_allow_all(void) {
  allows_all = true;
}

/* `ports` is a list of numbers that are separated by commas. */
int rule_add(const char *host, const char *ports) {
  if (rules_count == RULES_CAP) return E2BIG;
  if (!is_host(host)) return EINVAL;
  struct rule *rule = &rules[rules_count];
  *rule = (struct rule){.host = host};
  for (const char *next = ports;; next++) {
    if (rule->count == PORTS_CAP) return E2BIG;
    next = read_port(next, &rule->ports[rule->count++]);
    if (next == NULL) return EINVAL;
    if (*next == '\0') break;
  }
  rules_count++;
  return 0;
}

/*
 * Finds the ports of all rules that match a name in lower case. Returns their number, or 0 if the name is not allowed.
 * A number above LISTENERS_CAP means that there are more.
 */
size_t rules_ports_of(const char *name, uint16_t ports[LISTENERS_CAP + 1]) {
  size_t count = 0;
  for (size_t index = 0; index < rules_count; index++) {
    const struct rule *rule = &rules[index];
    if (!matches(rule->host, name)) continue;
    for (size_t port = 0; port < rule->count; port++) count = add_port(ports, count, rule->ports[port]);
  }
  if (allows_all) count = add_port(ports, add_port(ports, count, HTTPS), HTTP);
  return count;
}

static bool is_host(const char *host) {
  const char *name = strncmp(host, "*.", 2) == 0 ? host + 2 : host;
  const size_t length = strlen(name);
  return length > 0 && length <= NAME_CAP && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.") == length;
}

/* Returns the comma or the end after a number, or null if there is none from 1 to 65535. */
static const char *read_port(const char *text, uint16_t *port) {
  uint32_t value = 0;
  const char *next = text;
  for (; *next >= '0' && *next <= '9' && value <= UINT16_MAX; next++) value = value * 10 + (uint32_t)(*next - '0');
  if (value == 0 || value > UINT16_MAX || (*next != ',' && *next != '\0')) return NULL;
  *port = (uint16_t)value;
  return next;
}

/* A wildcard matches names of any depth below its suffix, and not the suffix. */
static bool matches(const char *host, const char *name) {
  if (strncmp(host, "*.", 2) != 0) return strcmp(host, name) == 0;
  const char *suffix = host + 1;
  const size_t length = strlen(name);
  const size_t suffix_length = strlen(suffix);
  return length > suffix_length && strcmp(name + length - suffix_length, suffix) == 0;
}

static size_t add_port(uint16_t ports[LISTENERS_CAP + 1], size_t count, uint16_t port) {
  for (size_t index = 0; index < count; index++) {
    if (ports[index] == port) return count;
  }
  if (count > LISTENERS_CAP) return count;
  ports[count] = port;
  return count + 1;
}
