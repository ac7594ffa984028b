#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "init.h"

#define X32_BIT 0x40000000U
#define IO_URING_FIRST 425
#define IO_URING_END 428
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define IS_FROM(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, value, yes, no)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)

/*
 * Refuses what the engine's own filter lets through, which depends on its age. By number, since there is no other name:
 * `prlimit` on process 1, which asks only for the same user and could take away init's descriptors; sockets of the
 * virtual machine (no network namespace holds them) and of the kernel's ciphers; io_uring, whose calls no filter sees.
 * Calls of another word size have other numbers, and nothing here that makes them.
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
      /* aarch64: the same */
      LOAD(nr),
      IS(261, 3, 0),
      IS(198, 4, 0),
      IS_FROM(IO_URING_END, 8, 0),
      IS_FROM(IO_URING_FIRST, 5, 7),
      /* Of which process? The kernel looks at the lower half alone. */
      LOAD(args[0]),
      IS(1, 3, 5),
      LOAD(args[0]),
      IS(AF_VSOCK, 1, 0),
      IS(AF_ALG, 0, 2),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      ANSWER(SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog filter = {.len = sizeof rules / sizeof *rules, .filter = rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}
