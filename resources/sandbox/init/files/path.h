/* Paths below the work directory. No part of a path is followed if it is a link. */
#ifndef STRONGROOM_PATH_H
#define STRONGROOM_PATH_H

#include <stdbool.h>

/* The last part of a path, in its opened folder. The work directory itself has the name ".". */
struct target {
  int folder;
  const char *name;
};

int path_open_parent(char *path, bool creates_folders, struct target *target);
int path_open_folder(char *path, int *folder);
int path_create_folder(char *path);

#endif
