/* A live sandbox: channels for processes, kernels, files, watches and figures. */
#ifndef STRONGROOM_SESSION_H
#define STRONGROOM_SESSION_H

#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "channel/channel.h"
#include "channel/fields.h"

/* Entries of a folder that are handled before the other channels are served. */
#define BATCH_ENTRIES 256

/* session.c: never returns */
void session_run(void) __attribute__((noreturn));

/* open.c */
frame_handler session_take;

/* Each opens a channel of its kind from the fields, and returns 0, or the errno with which the daemon is refused. */
typedef int open_kind(uint16_t number, struct fields *fields);
open_kind process_open;
open_kind kernel_open;
open_kind read_open;
open_kind write_open;
open_kind entries_open;
open_kind watch_open;
open_kind usage_open;

/* An operation of entries.c with its fields. */
struct operation {
  uint16_t number;
  char *path;
  char *second;
  uint32_t argument;
};

int list_open(const struct operation *operation);
int delete_open(const struct operation *operation);

/* reap.c */
void processes_reap(void);

/* watch-events.c, watch-table.c */
int watches_descriptor(void);
void watches_read(void);

#endif
