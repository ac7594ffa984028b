#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "relay.h"

#define FILES_CAP 8
#define FOLDER "/tmp/"
#define BUNDLE "/etc/ssl/certs/ca-certificates.crt"
#define MODE 0444
#define CHUNK_BYTES 3072

/* The files that were begun. Their paths are arguments. */
static struct {
  const char *path;
  int descriptor;
} files[FILES_CAP];
static size_t files_count;

static int create(const char *path, int *descriptor);
static bool is_path(const char *path);
static int copy(int from, int to);
static int decode(const char quad[4], uint8_t bytes[3], size_t *count);
static int digit(char character);
static int write_all(int descriptor, const uint8_t *bytes, size_t length);

/* Creates a file with the certificates of the image, which may have none. */
int file_begin_with_bundle(const char *path) {
  int file;
  int error = create(path, &file);
  if (error != 0) return error;
  int bundle = open(BUNDLE, O_RDONLY | O_CLOEXEC);
  if (bundle < 0) return 0;
  error = copy(bundle, file);
  close_once(&bundle);
  return error;
}

/* Appends decoded bytes to a file of this start, or creates it. */
int file_append(const char *path, const char *base64) {
  int file = -1;
  for (size_t index = 0; index < files_count; index++) {
    if (strcmp(files[index].path, path) == 0) file = files[index].descriptor;
  }
  int error = file < 0 ? create(path, &file) : 0;
  const size_t length = strlen(base64);
  if (length % 4 != 0) return EINVAL;
  uint8_t chunk[CHUNK_BYTES];
  size_t filled = 0;
  for (size_t at = 0; at < length && error == 0; at += 4) {
    size_t count = 0;
    error = decode(base64 + at, chunk + filled, &count);
    filled += count;
    const bool is_last = at + 4 == length;
    if (count < 3 && !is_last) error = EINVAL;
    if (error == 0 && (is_last || filled == sizeof chunk)) {
      error = write_all(file, chunk, filled);
      filled = 0;
    }
  }
  return error;
}

void files_close(void) {
  for (size_t index = 0; index < files_count; index++) close_once(&files[index].descriptor);
  files_count = 0;
}

/* Creates a file that does not exist. The table owns the descriptor. */
static int create(const char *path, int *descriptor) {
  if (!is_path(path)) return EINVAL;
  if (files_count == FILES_CAP) return EMFILE;
  *descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, MODE);
  if (*descriptor < 0) return errno;
  files[files_count].path = path;
  files[files_count++].descriptor = *descriptor;
  return 0;
}

/* Returns true for a file directly in the folder. */
static bool is_path(const char *path) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  if (strncmp(path, FOLDER, sizeof FOLDER - 1) != 0) return false;
  const char *name = path + sizeof FOLDER - 1;
  return *name != '\0' && name[strspn(name, allowed)] == '\0' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static int copy(int from, int to) {
  uint8_t chunk[CHUNK_BYTES];
  for (;;) {
    const ssize_t count = read(from, chunk, sizeof chunk);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : 0;
    const int error = write_all(to, chunk, (size_t)count);
    if (error != 0) return error;
  }
}

/* Decodes four characters to one to three bytes. Unused bits must be zero. */
static int decode(const char quad[4], uint8_t bytes[3], size_t *count) {
  const size_t padding = quad[3] != '=' ? 0 : quad[2] != '=' ? 1 : 2;
  uint32_t value = 0;
  for (size_t index = 0; index < 4; index++) {
    const int found = index >= 4 - padding ? 0 : digit(quad[index]);
    if (found < 0) return EINVAL;
    value = value << 6 | (uint32_t)found;
  }
  for (size_t index = 0; index < 3; index++) bytes[index] = (uint8_t)(value >> (16 - 8 * index));
  *count = 3 - padding;
  return (value & ((1U << (8 * padding)) - 1)) == 0 ? 0 : EINVAL;
}

/* Returns the value of a character, or -1. */
static int digit(char character) {
  if (character >= 'A' && character <= 'Z') return character - 'A';
  if (character >= 'a' && character <= 'z') return character - 'a' + 26;
  if (character >= '0' && character <= '9') return character - '0' + 52;
  return character == '+' ? 62 : character == '/' ? 63 : -1;
}

static int write_all(int descriptor, const uint8_t *bytes, size_t length) {
  while (length > 0) {
    const ssize_t count = write(descriptor, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : EIO;
    bytes += count;
    length -= (size_t)count;
  }
  return 0;
}
