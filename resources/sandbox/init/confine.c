#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "program.h"

#define X32_BIT 0x40000000U
#define IO_URING_FIRST 425
#define IO_URING_END 428
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define IS_FROM(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, value, yes, no)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)

static bool is_local;

/* From now on, programs can only open sockets that no network carries: for a sandbox whose engine may leave it one. */
void confine_sockets(void) {
  is_local = true;
}

static int install(struct sock_filter *rules, size_t count);
static int confine_to_local_sockets(void);

/*
 * Installs a seccomp filter in addition to the engine's, because older engines allow these system calls:
 * - `prlimit` on process 1: it only requires the same user, and could take away init's file descriptors.
 * - AF_VSOCK sockets, which network namespaces do not isolate, and AF_ALG sockets (the kernel's ciphers).
 * - io_uring, whose operations no seccomp filter sees.
 * All calls of another word size are refused too: they have other numbers, and no program in the image makes them.
 * The numbers below are those of the system calls, since the filter knows no names.
 */
int confine(void) {
  static struct sock_filter rules[] = {
      LOAD(arch),
      IS(AUDIT_ARCH_X86_64, 3, 0),
      IS(AUDIT_ARCH_AARCH64, 6, 0),
      IS(AUDIT_ARCH_I386, 16, 0),
      IS(AUDIT_ARCH_ARM, 15, 16),
      /* x86-64: prlimit64, socket */
      LOAD(nr),
      IS_FROM(X32_BIT, 13, 0),
      IS(302, 6, 0),
      IS(41, 7, 3),
      /* aarch64: the same calls */
      LOAD(nr),
      IS(261, 3, 0),
      IS(198, 4, 0),
      IS_FROM(IO_URING_END, 8, 0),
      IS_FROM(IO_URING_FIRST, 5, 7),
      /* The process id. The kernel uses the lower 32 bits only. */
      LOAD(args[0]),
      IS(1, 3, 5),
      LOAD(args[0]),
      IS(AF_VSOCK, 1, 0),
      IS(AF_ALG, 0, 2),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      ANSWER(SECCOMP_RET_ALLOW),
  };
  if (install(rules, sizeof rules / sizeof *rules) < 0) return -1;
  return is_local ? confine_to_local_sockets() : 0;
}

/* Refuses all sockets but those of AF_UNIX, as a machine without a network does. Called after the filter above. */
static int confine_to_local_sockets(void) {
  static struct sock_filter rules[] = {
      LOAD(arch),
      IS(AUDIT_ARCH_X86_64, 0, 2),
      LOAD(nr),
      IS(41, 2, 4),
      /* aarch64: the only other architecture that the first filter allows */
      LOAD(nr),
      IS(198, 0, 2),
      LOAD(args[0]),
      IS(AF_UNIX, 0, 1),
      ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(SECCOMP_RET_ERRNO | EAFNOSUPPORT),
  };
  return install(rules, sizeof rules / sizeof *rules);
}

static int install(struct sock_filter *rules, size_t count) {
  const struct sock_fprog filter = {.len = (unsigned short)count, .filter = rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}
