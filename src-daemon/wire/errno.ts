/** Names of the errors of Linux, by number (include/uapi/asm-generic/errno-base.h and errno.h). */
const names: Readonly<Record<number, string>> = {
  1: 'EPERM',
  2: 'ENOENT',
  3: 'ESRCH',
  4: 'EINTR',
  5: 'EIO',
  6: 'ENXIO',
  7: 'E2BIG',
  8: 'ENOEXEC',
  9: 'EBADF',
  10: 'ECHILD',
  11: 'EAGAIN',
  12: 'ENOMEM',
  13: 'EACCES',
  14: 'EFAULT',
  16: 'EBUSY',
  17: 'EEXIST',
  18: 'EXDEV',
  19: 'ENODEV',
  20: 'ENOTDIR',
  21: 'EISDIR',
  22: 'EINVAL',
  23: 'ENFILE',
  24: 'EMFILE',
  26: 'ETXTBSY',
  27: 'EFBIG',
  28: 'ENOSPC',
  30: 'EROFS',
  31: 'EMLINK',
  32: 'EPIPE',
  36: 'ENAMETOOLONG',
  38: 'ENOSYS',
  39: 'ENOTEMPTY',
  40: 'ELOOP',
  71: 'EPROTO',
  74: 'EBADMSG',
  75: 'EOVERFLOW',
  80: 'ELIBBAD',
  90: 'EMSGSIZE',
  95: 'EOPNOTSUPP',
  110: 'ETIMEDOUT',
  122: 'EDQUOT',
  125: 'ECANCELED',
};

/** Returns the name of an errno of Linux, which may differ from that of the daemon's system; `E<number>` if unknown. */
export function errnoName(errno: number): string {
  return names[errno] ?? `E${errno}`;
}

/** Returns the number of an errno; that of EIO for an unknown name. */
export function errnoOf(name: string): number {
  const found = Object.entries(names).find(([, each]) => each === name);
  return found === undefined ? 5 : Number(found[0]);
}
