import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { warmKernelCommand } from '../guest/kernel-command.ts';
import { type WarmCommand, warmCommand } from '../guest/sandbox-program.ts';
import type { Language } from '../languages/languages.ts';

/** `run`: a sandbox for one run. `live`: a live sandbox. */
export type SandboxKind = 'run' | 'live';

interface KindOptions {
  /** The default memory of a request; warm sandboxes have it. */
  memoryMb: number;
  limits: KindLimits;
  /** The program that init starts in a warm sandbox. */
  warmCommand: (language: Language) => WarmCommand | undefined;
  /** Memory of the waiting program. */
  waitingMb: (language: Language) => number;
}

/** Limits that differ from those of a run. */
export interface KindLimits {
  /** Limit of processes. */
  pids?: number;
  /** Size limit of /work. */
  workMb?: number;
  /** Limit of the files and folders of /work and of /tmp, as the option `nr_inodes` of tmpfs. */
  inodes?: string;
  /** Size limit of /dev/shm. */
  shmMb?: number;
}

/** The default size of the working directory of a live sandbox. */
export const defaultDiskMb = 256;

/** The limits and the waiting program of each kind. A tmpfs cannot be resized, so other sizes need another sandbox. */
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
