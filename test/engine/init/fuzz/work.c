#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

#define UNPRIVILEGED 65534

static void require(int is_true);
static void make_file(const char *path);
static int remove_entry(const char *path, const struct stat *found, int type, struct FTW *walk);

static char base[64] = "/tmp/init-fuzz-XXXXXX";
static struct stat outside;

/* Makes the folders as an unprivileged user: a fault of init must not reach the files of this machine. */
void work_create(void) {
  if (getuid() == 0) {
    require(setgroups(0, NULL) == 0 && setresgid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED) == 0);
    require(setresuid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED) == 0);
  }
  require(mkdtemp(base) != NULL && chdir(base) == 0 && mkdir("outside", 0700) == 0);
  make_file("outside/file");
  require(stat("outside", &outside) == 0);
  require(mkdir("work", 0700) == 0 && chdir("work") == 0);
  atexit(work_remove);
}

/* Replaces what earlier inputs have made. */
void work_renew(void) {
  require(nftw(".", remove_entry, 16, FTW_DEPTH | FTW_PHYS) == 0);
  require(mkdir("a", 0700) == 0 && mkdir("a/b", 0700) == 0 && mkdir("a/b/c", 0700) == 0);
  make_file("a/f");
  make_file("f");
  require(symlink("../outside", "l") == 0 && symlink("../../outside/file", "a/l") == 0 && mkfifo("p", 0600) == 0);
}

/* Ends the process if an input has changed the folder outside. */
void work_check(void) {
  struct stat now;
  require(stat("../outside", &now) == 0);
  require(now.st_mtim.tv_sec == outside.st_mtim.tv_sec && now.st_mtim.tv_nsec == outside.st_mtim.tv_nsec);
}

void work_remove(void) {
  if (chdir(base) < 0) return;
  nftw(".", remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  if (chdir("/") == 0) rmdir(base);
}

static void require(int is_true) {
  if (!is_true) abort();
}

static void make_file(const char *path) {
  const int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
  require(file >= 0 && write(file, "content", 7) == 7 && close(file) == 0);
}

static int remove_entry(const char *path, const struct stat *found, int type, struct FTW *walk) {
  (void)type;
  if (walk->level == 0) return 0;
  return (S_ISDIR(found->st_mode) ? rmdir(path) : unlink(path)) < 0;
}
