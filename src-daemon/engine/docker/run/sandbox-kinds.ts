import { sandboxLimits } from '../../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { warmKernelCommand } from '../../guest/kernel-command.ts';
import { type WarmCommand, warmCommand } from '../../guest/sandbox-program.ts';
import type { Language } from '../../languages/languages.ts';
import type { SandboxContainer } from '../sandbox/container-options.ts';

/** `run`: a container for one run. `live`: a container for a live sandbox. */
export type SandboxKind = 'run' | 'live';

interface KindOptions {
  /** The default memory of a request; warm containers have it. */
  memoryMb: number;
  limits: Partial<SandboxContainer>;
  /** The program that init starts in a warm container. */
  warmCommand: (language: Language) => WarmCommand | undefined;
  /** Memory of the waiting program. */
  waitingMb: (language: Language) => number;
}

/** The default size of the working directory of a live sandbox. */
export const defaultDiskMb = 256;

/** The limits and the waiting program of each kind. A tmpfs cannot be resized, so other sizes need another container. */
export const kinds: Readonly<Record<SandboxKind, KindOptions>> = {
  run: {
    memoryMb: 256,
    limits: {},
    warmCommand,
    waitingMb: ({ preload }) => preload?.memoryMb ?? 0,
  },
  live: {
    memoryMb: 512,
    // /dev/shm stays full when a program ends, and full memory would end the sandbox.
    limits: { pids: sandboxLimits.processes, workMb: defaultDiskMb, inodes: '64k', shmMb: 64 },
    warmCommand: warmKernelCommand,
    waitingMb: ({ kernel }) => kernel?.memoryMb ?? 0,
  },
};
