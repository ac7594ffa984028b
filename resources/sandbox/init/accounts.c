#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include "accounts.h"
#include "program.h"

/* The files of the image without the entry of the last user, and the small file system to which /etc links. */
#define TEMPLATES "/usr/lib/strongroom/accounts"
#define FOLDER "/run/sandbox"
#define COPY_CAP (1 << 16)
#define ENTRY_CHARS 256

static void write_file(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void copy_template(const char *name, int to);

/*
 * Writes /etc/passwd and /etc/group with an entry for this container's own user id. The entry comes before that of
 * `nobody`, which has the same id if the engine has none for this container alone. A container without the file system
 * has no entry, and its programs run as well.
 */
void accounts_write(void) {
  const unsigned user = getuid();
  const unsigned group = getgid();
  write_file("passwd",
             "sandbox:x:%u:%u:sandbox:/tmp:/bin/bash\n"
             "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
             user, group);
  write_file("group", "sandbox:x:%u:\nnogroup:x:65534:\n", group);
}

static void write_file(const char *name, const char *format, ...) {
  char entries[ENTRY_CHARS];
  va_list values;
  va_start(values, format);
  const int length = vsnprintf(entries, sizeof entries, format, values);
  va_end(values);
  int folder = open(FOLDER, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  /* A runtime may have copied the folder of the image. */
  unlinkat(folder, name, 0);
  int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (file >= 0) {
    copy_template(name, file);
    /* The file system has room for both files, so a short write means that it is not the one of a sandbox. */
    if (write(file, entries, (size_t)length) != length) unlinkat(folder, name, 0);
  }
  close_once(&file);
  close_once(&folder);
}

static void copy_template(const char *name, int to) {
  int folder = open(TEMPLATES, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  int from = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  close_once(&folder);
  if (from < 0) return;
  const ssize_t copied = sendfile(to, from, NULL, COPY_CAP);
  (void)copied;
  close_once(&from);
}
