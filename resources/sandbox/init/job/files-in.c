#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job/job.h"
#include "stream/stream.h"

#define COUNT_CAP 4096
#define FLAG_PROGRAM 1
#define FLAG_EXECUTABLE 2

/* The files of the job as they were before the program started: unchanged ones are not sent back. */
static struct {
  ino_t inode;
  int64_t changed_ns;
} given[COUNT_CAP];
static uint32_t given_count;
static char program_path[PATH_CAP];

static int open_new(char *path, mode_t mode);
static int enter(int directory, const char *name);
static void fill(int file, size_t length);

void files_receive(void) {
  const uint32_t count = read_u32();
  if (count > COUNT_CAP) stream_fail("job", EMSGSIZE);
  for (; given_count < count; given_count++) {
    uint8_t flags;
    read_exactly(&flags, 1);
    char *path = read_text(PATH_CAP - 1);
    if (flags & FLAG_PROGRAM) strcpy(program_path, path);
    const int file = open_new(path, flags & FLAG_EXECUTABLE ? 0755 : 0644);
    fill(file, read_u32());
    struct stat after;
    if (fstat(file, &after) < 0) stream_fail("files", errno);
    given[given_count].inode = after.st_ino;
    given[given_count].changed_ns = changed_at_ns(&after);
    close(file);
    free(path);
  }
}

/* Returns true if the file is one of the job's and unchanged. The kernel sets ctime, so a program cannot reset it. */
bool files_is_unchanged(ino_t inode, int64_t changed_ns) {
  for (uint32_t index = 0; index < given_count; index++) {
    if (given[index].inode == inode && given[index].changed_ns == changed_ns) return true;
  }
  return false;
}

bool files_is_program(const char *path) {
  return strcmp(path, program_path) == 0;
}

int64_t changed_at_ns(const void *stat_buffer) {
  const struct stat *file = stat_buffer;
  return (int64_t)file->st_ctim.tv_sec * 1000000000 + file->st_ctim.tv_nsec;
}

/* Creates a file. Each directory is opened relative to its parent's descriptor, so a link cannot redirect the path. */
static int open_new(char *path, mode_t mode) {
  int directory = open(WORK_DIRECTORY, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) stream_fail("files", errno);
  char *name = path;
  int depth = 0;
  for (char *slash = strchr(name, '/'); slash != NULL; slash = strchr(name, '/')) {
    if (++depth > DEPTH_CAP) stream_fail("files", ENAMETOOLONG);
    *slash = '\0';
    directory = enter(directory, name);
    *slash = '/';
    name = slash + 1;
  }
  if (*name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) stream_fail("files", EINVAL);
  const int file = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (file < 0) stream_fail("files", errno);
  close(directory);
  return file;
}

static int enter(int directory, const char *name) {
  if (*name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) stream_fail("files", EINVAL);
  if (mkdirat(directory, name, 0755) < 0 && errno != EEXIST) stream_fail("files", errno);
  const int next = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (next < 0) stream_fail("files", errno);
  close(directory);
  return next;
}

static void fill(int file, size_t length) {
  static uint8_t chunk[CHUNK_BYTES];
  while (length > 0) {
    const size_t part = length < sizeof chunk ? length : sizeof chunk;
    read_exactly(chunk, part);
    for (size_t done = 0; done < part;) {
      const ssize_t count = write(file, chunk + done, part - done);
      if (count < 0 && errno != EINTR) stream_fail("files", errno);
      if (count > 0) done += (size_t)count;
    }
    length -= part;
  }
  explicit_bzero(chunk, sizeof chunk);
}
