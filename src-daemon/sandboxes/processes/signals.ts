import type { signals } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';

/** Numbers of signals in the sandbox: Linux on x86-64 and arm64. The daemon's own system can have others. */
export const signalNumbers: Readonly<Record<(typeof signals)[number], number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGCONT: 18,
  SIGSTOP: 19,
  SIGTSTP: 20,
  SIGWINCH: 28,
};
