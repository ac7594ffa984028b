/* Watches of folders and files. */
#ifndef STRONGROOM_WATCH_H
#define STRONGROOM_WATCH_H

#include "channel/channel.h"
#include "files/walk.h"

/* Watched folders and files of all channels together. */
#define WATCHES_CAP 1024
#define RECORDS_BYTES (16 * 1024)

/* Types of records. */
enum change { CREATED = 'c', MODIFIED = 'm', DELETED = 'd', ATTRIBUTES = 't', LOST = 'o' };

struct watching {
  bool is_recursive;
  /* The channel is accepted when the folders that exist are watched. */
  bool is_accepted;
  /* The walk that is in progress, or null. `walked` is the path of its folder. */
  struct walk *walk;
  char *walked;
  size_t walked_entries;
  /* The walk adds a record for each entry. */
  bool reports;
  /* A folder was created or moved during a walk: all folders are walked again. */
  bool needs_walk;
  /* Records did not fit, or a folder could not be watched. */
  bool has_lost;
  size_t length;
  uint8_t records[RECORDS_BYTES];
  char path[PATH_CAP];
};

/* A folder or file that a channel watches. */
struct watch {
  int id;
  uint16_t channel;
  /* Relative to the work directory. */
  char *path;
};

/* watch.c */
void watch_record(struct channel *channel, enum change change, const char *path);
bool watch_is_open(const struct channel *channel);

/* watch-table.c */
int watch_add(uint16_t channel, int folder, const char *name, const char *path);
void watch_remove(uint16_t channel, const char *path);
void watch_forget(int id);
const struct watch *watch_at(size_t index);

/* watch-tree.c: walks of folders that must be watched */
int watch_tree_begin(struct channel *channel, int folder, const char *path, bool reports);
bool watch_tree_continue(struct channel *channel, size_t *budget);
void watch_tree_forget(struct channel *channel, const char *path);
void watch_tree_end(struct channel *channel);
bool path_is_in(const char *path, const char *folder);

#endif
