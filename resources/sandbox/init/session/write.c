#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/path.h"
#include "program.h"
#include "session/session.h"

#define CREATE_FOLDERS 1
#define REFUSE_EXISTING 2
#define KEEP_MODE 4
#define ALL_FLAGS (CREATE_FOLDERS | REFUSE_EXISTING | KEEP_MODE)
#define MODE_MASK 0777
#define NAME_CAP 256

struct writing {
  int folder;
  int file;
  bool is_exclusive;
  bool keeps_mode;
  char name[NAME_CAP];
  /* Name of the file until it is complete. */
  char temporary[40];
};

static int begin(struct writing *writing, char *path, uint8_t flags);
static int check_target(const struct writing *writing, mode_t *mode);
static int keep_mode(const struct writing *writing);
static int create_temporary(struct writing *writing, mode_t mode);
static bool pump(struct channel *channel);
static void take(struct channel *channel, const uint8_t *bytes, size_t length);
static void end(struct channel *channel);
static void release(struct channel *channel);
static void discard(struct writing *writing);

static const struct kind writing_kind = {.pump = pump, .take = take, .end = end, .release = release};

int write_open(uint16_t number, struct fields *fields) {
  char *path = field_text(fields, PATH_CAP - 1);
  const mode_t mode = field_u16(fields) & MODE_MASK;
  const uint8_t flags = field_u8(fields);
  const int error = fields_end(fields);
  if (error != 0) return error;
  struct writing *writing = calloc(1, sizeof *writing);
  if (writing == NULL) return ENOMEM;
  writing->folder = writing->file = -1;
  int failure = begin(writing, path, flags);
  if (failure == 0) failure = create_temporary(writing, mode);
  if (failure != 0) {
    discard(writing);
    free(writing);
    return failure;
  }
  struct channel *channel = channel_create(number, &writing_kind);
  channel->state = writing;
  channel_accept(channel, "", 0);
  return 0;
}

/* Opens the folder of the file. Returns 0 or errno. */
static int begin(struct writing *writing, char *path, uint8_t flags) {
  struct target target;
  if (*path == '\0' || (flags & ~ALL_FLAGS) != 0) return EINVAL;
  const int error = path_open_parent(path, (flags & CREATE_FOLDERS) != 0, &target);
  if (error != 0) return error;
  writing->folder = target.folder;
  writing->is_exclusive = (flags & REFUSE_EXISTING) != 0;
  writing->keeps_mode = (flags & KEEP_MODE) != 0;
  if (strlen(target.name) >= sizeof writing->name) return ENAMETOOLONG;
  strcpy(writing->name, target.name);
  return check_target(writing, NULL);
}

/*
 * Refuses early what could not be replaced later. The rename acts on a link itself, so a link is never followed. Sets
 * `mode`, if given, to that of the file that is replaced.
 */
static int check_target(const struct writing *writing, mode_t *mode) {
  struct stat found;
  if (fstatat(writing->folder, writing->name, &found, AT_SYMLINK_NOFOLLOW) < 0) return errno == ENOENT ? 0 : errno;
  if (S_ISLNK(found.st_mode)) return ELOOP;
  if (S_ISDIR(found.st_mode)) return EISDIR;
  if (writing->is_exclusive) return EEXIST;
  if (!writing->keeps_mode) return 0;
  if ((found.st_mode & S_IWUSR) == 0) return EACCES;
  if (mode != NULL) *mode = found.st_mode & MODE_MASK;
  return 0;
}

/* Gives the file the mode of the one that it replaces, as late as possible: a program can change it during the upload. */
static int keep_mode(const struct writing *writing) {
  mode_t mode = 0;
  const int error = writing->keeps_mode && !writing->is_exclusive ? check_target(writing, &mode) : 0;
  if (error != 0 || mode == 0) return error;
  return fchmod(writing->file, mode) < 0 ? errno : 0;
}

static int create_temporary(struct writing *writing, mode_t mode) {
  uint64_t random;
  if (getrandom(&random, sizeof random, 0) != sizeof random) return EIO;
  snprintf(writing->temporary, sizeof writing->temporary, ".strongroom-%016llx", (unsigned long long)random);
  writing->file =
      openat(writing->folder, writing->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (writing->file < 0) {
    const int error = errno;
    writing->temporary[0] = '\0';
    return error;
  }
  return fchmod(writing->file, mode) < 0 ? errno : 0;
}

static bool pump(struct channel *channel) {
  (void)channel;
  return false;
}

/* Writes at once: the work directory is in memory. The channel ends at the first failure, for example a full disk. */
static void take(struct channel *channel, const uint8_t *bytes, size_t length) {
  const struct writing *writing = channel->state;
  for (size_t done = 0; done < length;) {
    const ssize_t count = write(writing->file, bytes + done, length - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      channel_finish_with(channel, errno);
      return;
    }
    done += (size_t)count;
  }
  channel->due += length;
}

/* Gives the complete file its name. */
static void end(struct channel *channel) {
  struct writing *writing = channel->state;
  const unsigned int flags = writing->is_exclusive ? RENAME_NOREPLACE : 0;
  int error = keep_mode(writing);
  if (error != 0) {
    channel_finish_with(channel, error);
    return;
  }
  if (renameat2(writing->folder, writing->temporary, writing->folder, writing->name, flags) < 0) error = errno;
  else writing->temporary[0] = '\0';
  channel_finish_with(channel, error);
}

static void release(struct channel *channel) {
  discard(channel->state);
}

/* Closes the descriptors, and removes a file that is not complete. */
static void discard(struct writing *writing) {
  if (writing->temporary[0] != '\0') unlinkat(writing->folder, writing->temporary, 0);
  close_once(&writing->file);
  close_once(&writing->folder);
}
