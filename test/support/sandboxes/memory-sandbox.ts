import {
  FileError,
  type LiveSandbox,
  type LiveSandboxEnd,
  SandboxEndedError,
  StartError,
  type WatchEvent,
} from '../../../src-daemon/engine/live-sandbox.ts';
import { memoryFileCalls } from './memory-file-calls.ts';
import { type MemoryFiles, nodeAt, usedBytes } from './memory-files.ts';
import { createMemoryWatches } from './memory-watches.ts';

export interface MemorySandbox extends LiveSandbox {
  files: MemoryFiles;
  /** Ends the sandbox as the engine does. */
  end(reason: LiveSandboxEnd): void;
  /** Reports a change to all watches. */
  report(change: WatchEvent): void;
  /** Number of reads, writes and watches in progress. */
  openChannels(): number;
}

interface MemoryOptions {
  diskBytes?: number;
  /** Parts that replace the default ones, for example `startProcess`. */
  parts?: Partial<LiveSandbox>;
}

/** A sandbox in memory, for what a real one cannot show: time, failures at a chosen moment, and limits that are small. */
export function createMemorySandbox({ diskBytes = 2 ** 28, parts = {} }: MemoryOptions = {}): MemorySandbox {
  const files: MemoryFiles = new Map();
  const watches = createMemoryWatches();
  const ended = Promise.withResolvers<LiveSandboxEnd>();
  let endReason: LiveSandboxEnd | undefined;
  let transfers = 0;

  function requireLive(): void {
    if (endReason !== undefined) throw new SandboxEndedError(endReason);
  }

  function openChannel(): () => void {
    transfers++;
    return () => transfers--;
  }

  function end(reason: LiveSandboxEnd): void {
    endReason ??= reason;
    ended.resolve(endReason);
    watches.end();
  }

  return {
    ...{ files, end, report: watches.report, ended: ended.promise, startupMs: 0 },
    openChannels: () => transfers + watches.count(),
    startProcess: () => Promise.reject(new StartError('ENOENT')),
    startKernel: () => Promise.reject(new StartError('ENOENT')),
    ...memoryFileCalls({ files, diskBytes, requireLive, openChannel }),
    watch: async (path, { signal }) => {
      requireLive();
      if (nodeAt(files, path).type !== 'folder') throw new FileError('ENOTDIR');
      return watches.open(signal);
    },
    usage: async () => {
      requireLive();
      return {
        memoryBytes: 0,
        memoryCacheBytes: 0,
        memoryPeakBytes: 0,
        pids: 1,
        diskBytes,
        diskUsedBytes: usedBytes(files),
      };
    },
    pause: async () => requireLive(),
    resume: async () => requireLive(),
    dispose: async () => end('disposed'),
    ...parts,
  };
}
