#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "facts/facts.h"
#include "stream/stream.h"

/*
 * Reads the random id that the kernel generated when it booted. Containers on the same kernel have the same id; gVisor
 * gives each sandbox a kernel with its own id. Reports a failure and exits if the id is not a UUID.
 */
void boot_id_read(char id[BOOT_ID_CHARS + 1]) {
  const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file < 0) stream_fail("boot", errno);
  const ssize_t count = read(file, id, BOOT_ID_CHARS);
  const int error = count < 0 ? errno : EPROTO;
  close(file);
  if (count != BOOT_ID_CHARS) stream_fail("boot", error);
  id[BOOT_ID_CHARS] = '\0';
  if (strspn(id, "0123456789abcdef-") != BOOT_ID_CHARS) stream_fail("boot", EPROTO);
}
