#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "options.h"
#include "program.h"
#include "stream/stream.h"
#include "stream/transit.h"

#define TRANSIT "--transit="
#define LIMIT "--limit-"
#define LOCAL_SOCKETS "--local-sockets"

static void set_limit(const char *assignment);

static const struct {
  const char *name;
  __rlimit_resource_t resource;
} limits[] = {
    {"core=", RLIMIT_CORE},
    {"fsize=", RLIMIT_FSIZE},
    {"nofile=", RLIMIT_NOFILE},
    {"nproc=", RLIMIT_NPROC},
};

/* Takes the options, which end at the first argument without two hyphens. Returns what follows. */
char *const *options_take(char *const argv[]) {
  for (; *argv != NULL && strncmp(*argv, "--", 2) == 0; argv++) {
    if (strncmp(*argv, TRANSIT, strlen(TRANSIT)) == 0) transit_open(*argv + strlen(TRANSIT));
    else if (strncmp(*argv, LIMIT, strlen(LIMIT)) == 0) set_limit(*argv + strlen(LIMIT));
    else if (strcmp(*argv, LOCAL_SOCKETS) == 0) confine_sockets();
    else stream_fail("boot", EINVAL);
  }
  return argv;
}

/* Limits init and all that it starts. No process of the sandbox can raise it again. */
static void set_limit(const char *assignment) {
  for (size_t index = 0; index < sizeof limits / sizeof *limits; index++) {
    const char *name = limits[index].name;
    if (strncmp(assignment, name, strlen(name)) != 0) continue;
    const char *digits = assignment + strlen(name);
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || *end != '\0' || errno != 0) stream_fail("boot", EINVAL);
    const struct rlimit both = {.rlim_cur = value, .rlim_max = value};
    if (setrlimit(limits[index].resource, &both) < 0) stream_fail("boot", errno);
    return;
  }
  stream_fail("boot", EINVAL);
}
