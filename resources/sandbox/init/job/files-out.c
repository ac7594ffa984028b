#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job/job.h"
#include "stream/stream.h"

struct walk {
  const struct job *job;
  struct outcome *outcome;
  uint32_t count;
  uint64_t bytes;
  char path[PATH_CAP];
};

static void visit_directory(struct walk *walk, int directory, size_t length, int depth);
static void visit(struct walk *walk, int directory, size_t length, int depth);
static void send_file(struct walk *walk, int directory, const char *name, const struct stat *seen);
static void omit(struct walk *walk, enum omission reason);

/*
 * Sends the new and changed regular files below the work directory. Only init is alive, so the tree cannot change
 * during the walk. Links, FIFOs, sockets and devices are never opened.
 */
void files_send(const struct job *job, struct outcome *outcome) {
  static struct walk walk;
  walk.job = job;
  walk.outcome = outcome;
  const int directory = open(WORK_DIRECTORY, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory >= 0) visit_directory(&walk, directory, 0, 0);
  else omit(&walk, OMITTED_UNREADABLE);
}

/* Closes `directory`. `length` is the length of the path up to here, including the final slash. */
static void visit_directory(struct walk *walk, int directory, size_t length, int depth) {
  struct dirent **entries;
  const int count = scandirat(directory, ".", &entries, NULL, alphasort);
  for (int index = 0; index < count; index++) {
    const char *name = entries[index]->d_name;
    if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
      const int added = snprintf(walk->path + length, sizeof walk->path - length, "%s", name);
      if (added > 0 && length + (size_t)added + 2 < sizeof walk->path) {
        visit(walk, directory, length + (size_t)added, depth);
      } else {
        omit(walk, OMITTED_UNREADABLE);
      }
    }
    free(entries[index]);
  }
  if (count >= 0) free(entries);
  else omit(walk, OMITTED_UNREADABLE);
  close(directory);
}

static void visit(struct walk *walk, int directory, size_t length, int depth) {
  const char *slash = strrchr(walk->path, '/');
  const char *name = slash == NULL ? walk->path : slash + 1;
  struct stat seen;
  if (fstatat(directory, name, &seen, AT_SYMLINK_NOFOLLOW) < 0) {
    /* For example, a directory with mode 0444 can be listed but not searched. */
    omit(walk, OMITTED_UNREADABLE);
    return;
  }
  if (S_ISREG(seen.st_mode)) {
    if (files_is_program(walk->path) || files_is_unchanged(seen.st_ino, changed_at_ns(&seen))) return;
    send_file(walk, directory, name, &seen);
  } else if (S_ISDIR(seen.st_mode)) {
    const int next = depth < DEPTH_CAP ? openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (next < 0) {
      omit(walk, OMITTED_UNREADABLE);
      return;
    }
    walk->path[length] = '/';
    walk->path[length + 1] = '\0';
    visit_directory(walk, next, length + 1, depth + 1);
  }
}

static void send_file(struct walk *walk, int directory, const char *name, const struct stat *seen) {
  static uint8_t chunk[CHUNK_BYTES];
  const uint64_t size = (uint64_t)seen->st_size;
  if (walk->count >= walk->job->files_cap) {
    omit(walk, OMITTED_COUNT);
    return;
  }
  if (size > walk->job->files_bytes_cap - walk->bytes) {
    omit(walk, OMITTED_SIZE);
    return;
  }
  const int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) {
    omit(walk, OMITTED_UNREADABLE);
    return;
  }
  walk->count++;
  walk->bytes += size;
  const size_t path_length = strlen(walk->path);
  const uint8_t prefix[2] = {(uint8_t)(path_length >> 8), (uint8_t)path_length};
  stream_frame_begin(0, FRAME_FILE, sizeof prefix + path_length + size);
  stream_frame_bytes(prefix, sizeof prefix);
  stream_frame_bytes(walk->path, path_length);
  for (uint64_t done = 0; done < size;) {
    const size_t part = size - done < sizeof chunk ? (size_t)(size - done) : sizeof chunk;
    ssize_t count = read(file, chunk, part);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      /* The frame's header has announced this many bytes. */
      memset(chunk, 0, part);
      count = (ssize_t)part;
    }
    stream_frame_bytes(chunk, (size_t)count);
    done += (uint64_t)count;
  }
  pong_send();
  close(file);
}

static void omit(struct walk *walk, enum omission reason) {
  walk->outcome->files_omitted[reason]++;
}
