/* Facts that init reads from the kernel. */
#ifndef STRONGROOM_FACTS_H
#define STRONGROOM_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#define BOOT_ID_CHARS 36
#define ENDING_CHARS 80

/* boot-id.c */
void boot_id_read(char id[BOOT_ID_CHARS + 1]);

/* cgroup.c: each returns -1 if neither cgroup version reports the number */
int64_t cgroup_memory(void);
int64_t cgroup_memory_cache(void);
int64_t cgroup_memory_peak(void);
int64_t cgroup_oom_kills(void);
int64_t cgroup_pids(void);
int64_t cgroup_pids_refusals(void);

/* cpu-time.c */
int64_t cpu_time_us(const struct rusage *usage);

/* disk.c */
bool disk_is_full(void);
void disk_usage(uint64_t *bytes, uint64_t *used_bytes);

/* ending.c: ending_describe writes the members `exitCode` and `signal` of a JSON object */
bool ending_is_stop(pid_t pid, int wait_status);
void ending_describe(char text[ENDING_CHARS], int wait_status);

#endif
