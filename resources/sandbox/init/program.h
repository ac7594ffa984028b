/* Starting processes of the container. */
#ifndef STRONGROOM_PROGRAM_H
#define STRONGROOM_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

/* A child that has not called execve after this time does not start. */
#define START_MS 5000

struct program {
  pid_t pid;
  int input;
  /* Standard output and standard error; the second is -1 if both are one pipe. */
  int output[2];
};

struct launch {
  char *const *argv;
  char *const *envp;
  /* Becomes file descriptor 3; -1 leaves it closed. */
  int control;
  /* The folder in which the process starts; -1 is the work directory. */
  int folder;
  /* Writes errors to the pipe of the output. */
  bool is_merged;
  /* Searches PATH of the process's environment if the command has no slash. */
  bool is_searched;
  /* A part of the sandbox, not of the program: its standard streams are /dev/null, and its OOM score is init's. */
  bool is_own;
};

/* program.c */
void program_prepare(void);
int program_spawn(struct program *program, const struct launch *launch);
void program_close(struct program *program);
void close_once(int *descriptor);

/* confine.c: `confine` is called in the process that becomes the program. Returns 0, or -1 with errno. */
void confine_sockets(void);
int confine(void);

#endif
