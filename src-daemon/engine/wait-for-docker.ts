import { createChange } from './change.ts';
import type { EngineStatus } from './engine.ts';
import type { Runner } from './runner.ts';

/** Limit of the first search for Docker. It takes milliseconds, unless a socket accepts a connection and does not answer. */
const searchMs = 10_000;
/** A run waits this long for a Docker that was found. Then the embedded engine runs it. */
const foundMs = 60_000;

export interface DockerWait {
  /** Starts the time of the first search. */
  begin(): void;
  /** Returns true while Docker is being searched, or was found and may become ready soon. */
  isUnsettled(): boolean;
  /** Waits until Docker is ready, is not expected any more, or the signal aborts. Never rejects. */
  settled(signal: AbortSignal): Promise<void>;
}

/** @param limitMs wait for a Docker that was found, in ms */
export function createDockerWait(docker: Runner, limitMs = foundMs): DockerWait {
  let startedAt = performance.now();
  const change = createChange();
  docker.onChange?.(change.notify);

  /** Returns how long Docker is still waited for, in ms. */
  function leftMs(): number {
    if (docker.status().status !== 'starting') return 0;
    const { startingSince } = docker.trace?.() ?? {};
    const endsAt = startingSince === undefined ? startedAt + searchMs : startingSince + limitMs;
    return Math.max(Math.ceil(endsAt - performance.now()), 0);
  }

  return {
    begin: () => {
      startedAt = performance.now();
    },
    isUnsettled: () => leftMs() > 0,
    settled: async (signal) => {
      for (let ms = leftMs(); ms > 0 && !signal.aborted; ms = leftMs())
        await change.next([signal, AbortSignal.timeout(ms)]);
    },
  };
}

/**
 * Returns the notice of a run of the embedded engine; undefined on a machine that has no Docker, where this engine is
 * the expected one.
 */
export function noticeOfChange(docker: Runner): string | undefined {
  if (docker.trace?.().isSeen !== true) return undefined;
  return `The embedded engine executed this run, not Docker. ${reasonOf(docker.status())} ${differences}`;
}

const differences =
  'The embedded engine has Python 3.11, and no network, threads, processes or npm packages. Programs that need them fail there.';

function reasonOf({ status, reason }: EngineStatus): string {
  if (status === 'building_image') return 'Docker is making its image.';
  if (status === 'ready') return 'Docker stopped answering.';
  if (status === 'starting') return ['Docker is not ready after the longest wait.', reason].filter(Boolean).join(' ');
  return reason ?? 'Docker is not available.';
}
