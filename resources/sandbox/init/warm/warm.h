/* The interpreter or kernel that boots before the job or session arrives. */
#ifndef STRONGROOM_WARM_H
#define STRONGROOM_WARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "program.h"

/* Strings of a job as the hook reads them. */
struct handover {
  uint8_t *bytes;
  size_t length;
};

/* warm.c */
bool warm_boot(char *const argv[]);
bool warm_take(struct program *program, char *const argv[], char *const envp[]);
bool warm_pack(struct handover *handover, char *const argv[], char *const envp[]);
bool warm_unpack(const struct handover *handover, char ***argv, char ***envp);
void warm_release(struct program *program, int *socket);
void warm_discard(void);
bool warm_was_reaped(pid_t pid);

/* handover.c */
bool handover_unpack(const struct handover *handover, char *const first[], char ***argv, char ***envp);
bool handover_pack(struct handover *handover, char *const further[], char *const envp[]);
void handover_free(struct handover *handover);

#endif
