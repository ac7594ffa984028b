import type { EngineTraces } from '../../../../src-shared-node/engine/find-engine.ts';
import type { EngineTrace } from '../../engine.ts';

/** A search without an answer counts as a start for this long. */
const startMs = 60_000;

/** Keeps what the searches for an engine have shown, for those who decide whether to wait for it. */
export interface TraceKeeper {
  read(): EngineTrace;
  /** No engine answers. Returns true if one may still be starting. */
  noAnswer(traces: EngineTraces): boolean;
  /** An engine answers. Returns true if it may become ready soon: its last preparation did not fail. */
  found(): boolean;
  ready(): void;
  /** The engine no longer answers. Silence is not a start then, until its socket was closed. */
  lost(): void;
  /** The engine answers, and could not be prepared. */
  failed(): void;
}

/** @param now returns ms of a clock that is monotonic */
export function createTraceKeeper(now: () => number = () => performance.now()): TraceKeeper {
  let isSeen = false;
  let startingSince: number | undefined;
  let isLost = false;
  let hasFailed = false;

  return {
    read: () => ({ isSeen, ...(startingSince !== undefined && { startingSince }) }),
    noAnswer({ isInstalled, isStarting }) {
      isSeen ||= isInstalled;
      if (!isStarting) isLost = false;
      startingSince = isStarting && !isLost ? (startingSince ?? now()) : undefined;
      return startingSince !== undefined && now() - startingSince < startMs;
    },
    found() {
      isSeen = true;
      if (hasFailed) return false;
      startingSince ??= now();
      return true;
    },
    ready() {
      startingSince = undefined;
      hasFailed = false;
      isLost = false;
    },
    lost() {
      startingSince = undefined;
      isLost = true;
    },
    failed() {
      startingSince = undefined;
      hasFailed = true;
    },
  };
}
