/*
 * PID 1 of a sandbox container. It reads one job from its standard input, runs it, streams the output, sends the files
 * that the program left, and reports the status. PROTOCOL.md defines the format.
 */
#ifndef STRONGROOM_INIT_H
#define STRONGROOM_INIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define WORK_DIRECTORY "/work"
#define PROTOCOL_VERSION 4
#define NONCE_BYTES 16
#define CHUNK_BYTES 65536
#define DEPTH_CAP 32
#define PATH_CAP 4096
#define BOOT_ID_CHARS 36

enum frame_type {
  FRAME_HELLO = 'H',
  FRAME_STARTED = 'S',
  FRAME_STDOUT = 'O',
  FRAME_STDERR = 'E',
  FRAME_STDOUT_TAIL = 'P',
  FRAME_STDERR_TAIL = 'Q',
  FRAME_ENDED = 'K',
  FRAME_FILE = 'F',
  FRAME_STATUS = 'X',
  FRAME_FAILED = 'B',
};

/* The job sets a variable that the interpreter reads while it boots, so it needs a fresh interpreter. */
#define JOB_FRESH 1

struct job {
  uint32_t flags;
  uint32_t limit_ms;
  uint32_t output_cap;
  /* Number of bytes at the end of each stream that are retained past the cap; 0 retains none. */
  uint32_t tail_bytes;
  uint32_t files_cap;
  uint32_t files_bytes_cap;
  char **argv;
  char **envp;
  uint8_t *input;
  size_t input_length;
};

struct program {
  pid_t pid;
  int input;
  int output[2];
};

/* The reason why a file that the program left is not in the result. */
enum omission { OMITTED_COUNT, OMITTED_SIZE, OMITTED_UNREADABLE, OMISSIONS };

struct outcome {
  bool timed_out;
  bool oom;
  /* The kernel refused a new process because of the process limit. */
  bool pids_refused;
  /* /work or /tmp had no free block or inode after the last process exited. */
  bool disk_full;
  int wait_status;
  int64_t wall_us;
  int64_t cpu_us;
  int64_t memory_peak;
  uint64_t written[2];
  bool truncated[2];
  uint32_t files_omitted[OMISSIONS];
};

/* stream.c: the stream to and from the daemon. Every function that waits exits if the daemon closes its end. */
void stream_open(void);
void stream_hello(bool warm, const char *boot_id);
void stream_use_nonce(const uint8_t nonce[NONCE_BYTES]);
bool stream_pending(void);
void stream_flush(void);
void stream_flush_wait(void);
void stream_frame(enum frame_type type, const void *payload, size_t length);
void stream_frame_begin(enum frame_type type, size_t length);
void stream_frame_bytes(const void *bytes, size_t length);
void stream_check_hangup(void);
bool stream_wait_for(int descriptor);
void stream_fail(const char *stage, int error) __attribute__((noreturn));
void read_exactly(void *target, size_t length);
uint32_t read_u32(void);
char *read_text(size_t cap);

/* job.c */
void job_read(struct job *job);
void job_wipe(struct job *job);

/* files-in.c, files-out.c */
void files_receive(void);
bool files_is_unchanged(ino_t inode, int64_t changed_ns);
bool files_is_program(const char *path);
int64_t changed_at_ns(const void *stat_buffer);
void files_send(const struct job *job, struct outcome *outcome);

/* program.c */
void program_prepare(void);
void program_spawn(struct program *program, char *const argv[], char *const envp[], int control);
void program_end_all(struct program *program, struct outcome *outcome);
bool program_reap(struct program *program, struct outcome *outcome);

/* warm.c: the interpreter that boots before the job arrives */
bool warm_boot(char *const argv[]);
bool warm_take(struct program *program, const struct job *job);

/* tail.c: the end of output that exceeds its cap */
void tails_prepare(const struct job *job);
void tail_keep(int stream, const uint8_t *bytes, size_t length);
int64_t tails_pass_on(int64_t now_us);
void tails_send(void);

/* confine.c: called in the process that becomes the program. Returns 0, or -1 with errno. */
int confine(void);

/* run.c */
void run(struct program *program, const struct job *job, struct outcome *outcome);
int64_t monotonic_us(void);

/* boot-id.c */
void boot_id_read(char id[BOOT_ID_CHARS + 1]);

/* cgroup.c */
int64_t cgroup_memory_peak(void);
int64_t cgroup_oom_kills(void);
int64_t cgroup_pids_refusals(void);

/* disk.c */
bool disk_is_full(void);

#endif
