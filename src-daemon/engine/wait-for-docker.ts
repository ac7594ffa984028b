import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, EngineStatus } from './engine.ts';

/** Limit of the first search for Docker. It takes milliseconds, unless a socket accepts a connection and does not answer. */
const searchMs = 10_000;
/** A run waits this long for a Docker that was found. Then the embedded engine runs it. */
const foundMs = 60_000;
const pollMs = 20;

export interface DockerWait {
  /** Starts the time of the first search. */
  begin(): void;
  /** Returns true while Docker is being searched, or was found and may become ready soon. */
  isUnsettled(): boolean;
  /** Waits until Docker is ready, is not expected any more, or the signal aborts. Never rejects. */
  settled(signal: AbortSignal): Promise<void>;
}

/** @param limitMs wait for a Docker that was found, in ms */
export function createDockerWait(docker: Engine, limitMs = foundMs): DockerWait {
  let startedAt = performance.now();

  function isUnsettled(): boolean {
    if (docker.status().status !== 'starting') return false;
    const { startingSince } = docker.trace?.() ?? {};
    return performance.now() - (startingSince ?? startedAt) < (startingSince === undefined ? searchMs : limitMs);
  }

  return {
    begin: () => {
      startedAt = performance.now();
    },
    isUnsettled,
    settled: async (signal) => {
      while (isUnsettled() && !signal.aborted) await sleep(pollMs);
    },
  };
}

/**
 * Returns the notice of a run of the embedded engine; undefined on a machine that has no Docker, where this engine is
 * the expected one.
 */
export function noticeOfChange(docker: Engine): string | undefined {
  if (docker.trace?.().isSeen !== true) return undefined;
  return `The embedded engine executed this run, not Docker. ${reasonOf(docker.status())} ${differences}`;
}

const differences =
  'It has no network, threads, processes or packages of npm, and Python 3.11; what needs more fails there.';

function reasonOf({ status, reason }: EngineStatus): string {
  if (status === 'building_image') return 'Docker is making its image.';
  if (status === 'ready') return 'Docker stopped answering.';
  if (status === 'starting') return ['Docker is not ready after the longest wait.', reason].filter(Boolean).join(' ');
  return reason ?? 'Docker is not available.';
}
