#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "files/path.h"
#include "program.h"
#include "session/session.h"
#include "session/watch.h"

#define EVENTS_BYTES (16 * 1024)
/* Entries of new folders that are visited before the other channels are served. */
#define ENTRIES_BUDGET 4096

static void handle(const struct inotify_event *event);
static void report(struct channel *channel, const char *folder, const struct inotify_event *event);
static void report_entry(struct channel *channel, const struct inotify_event *event, char *path);
static void follow(struct channel *channel, char *path);
static void report_all_lost(void);

static size_t budget;

/* Reads the events that have arrived, one buffer at a time. */
void watches_read(void) {
  budget = ENTRIES_BUDGET;
  char bytes[EVENTS_BYTES] __attribute__((aligned(__alignof__(struct inotify_event))));
  const ssize_t count = read(watches_descriptor(), bytes, sizeof bytes);
  for (ssize_t at = 0; at < count;) {
    const struct inotify_event *event = (const struct inotify_event *)(const void *)(bytes + at);
    handle(event);
    at += (ssize_t)(sizeof *event + event->len);
  }
}

static void handle(const struct inotify_event *event) {
  if (event->mask & IN_Q_OVERFLOW) report_all_lost();
  /* A report can change the table: it is read again from its beginning for each channel. */
  for (size_t index = 0; index < CHANNELS_CAP; index++) {
    struct channel *channel = channel_at(index);
    if (!watch_is_open(channel)) continue;
    const struct watch *watch = watch_at(0);
    for (size_t at = 1; watch != NULL && (watch->id != event->wd || watch->channel != channel->number); at++) {
      watch = watch_at(at);
    }
    if (watch == NULL) continue;
    char folder[PATH_CAP];
    strcpy(folder, watch->path);
    report(channel, folder, event);
  }
  if (event->mask & IN_IGNORED) watch_forget(event->wd);
}

/* `folder` is the path of what is watched; the event names an entry of it, or is about itself. */
static void report(struct channel *channel, const char *folder, const struct inotify_event *event) {
  const struct watching *watching = channel->state;
  char path[PATH_CAP];
  const char *name = event->len > 0 ? event->name : "";
  const char *slash = *folder == '\0' || *name == '\0' ? "" : "/";
  const int length = snprintf(path, sizeof path, "%s%s%s", folder, slash, name);
  if (length < 0 || (size_t)length >= sizeof path) {
    watch_record(channel, LOST, folder);
  } else if (*name != '\0') {
    report_entry(channel, event, path);
  } else if (strcmp(folder, watching->path) == 0) {
    /* A change of another folder is reported by the folder above it. */
    if (event->mask & (IN_DELETE_SELF | IN_MOVE_SELF)) watch_record(channel, DELETED, path);
    else if (event->mask & IN_MODIFY) watch_record(channel, MODIFIED, path);
    else if (event->mask & IN_ATTRIB) watch_record(channel, ATTRIBUTES, path);
  }
}

static void report_entry(struct channel *channel, const struct inotify_event *event, char *path) {
  const struct watching *watching = channel->state;
  const bool follows = watching->is_recursive && (event->mask & IN_ISDIR);
  if (event->mask & (IN_DELETE | IN_MOVED_FROM)) {
    watch_record(channel, DELETED, path);
    if (follows) watch_tree_forget(channel, path);
  } else if (event->mask & (IN_CREATE | IN_MOVED_TO)) {
    watch_record(channel, CREATED, path);
    if (follows) follow(channel, path);
  } else if (event->mask & IN_MODIFY) {
    watch_record(channel, MODIFIED, path);
  } else if (event->mask & IN_ATTRIB) {
    watch_record(channel, ATTRIBUTES, path);
  }
}

/* Watches a new folder. One that no longer exists, or is a link now, is not followed. */
static void follow(struct channel *channel, char *path) {
  int folder = -1;
  int error = path_open_folder(path, &folder);
  if (error == ENOENT || error == ENOTDIR || error == ELOOP) return;
  if (error == 0) error = watch_tree_begin(channel, folder, path, true);
  if (error == 0) watch_tree_continue(channel, &budget);
  else watch_record(channel, LOST, path);
  close_once(&folder);
}

static void report_all_lost(void) {
  for (size_t index = 0; index < CHANNELS_CAP; index++) {
    struct channel *channel = channel_at(index);
    if (watch_is_open(channel)) watch_record(channel, LOST, "");
  }
}
