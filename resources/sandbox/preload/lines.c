/*
 * The dynamic linker loads this library into every program of a sandbox (/etc/ld.so.preload). It makes standard output
 * line-buffered, as on a terminal, but only if that is the pipe of a run, process or kernel. The pipes between the
 * programs of a shell and redirected output stay block-buffered.
 *
 * The name of the library contains `libasan.so` because the address sanitizer refuses to start if the first library has
 * another name.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../init/output-mark.h"

static void set_for_interpreter(const char *name);

__attribute__((constructor)) static void set_line_buffering(void) {
  const int error = errno;
  if (fcntl(STDOUT_FILENO, F_GETSIG) == OUTPUT_MARK) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    set_for_interpreter(program_invocation_short_name);
  }
  errno = error;
}

/* Python and Perl have buffers of their own. A variable of the program is not replaced. */
static void set_for_interpreter(const char *name) {
  if (strncmp(name, "python", 6) == 0) setenv("PYTHONUNBUFFERED", "1", 0);
  else if (strncmp(name, "perl", 4) == 0) setenv("PERL5OPT", "-MStrongroom::Lines", 0);
}
