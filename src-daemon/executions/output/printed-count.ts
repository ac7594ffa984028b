import type { OutputStream } from '../../engine/engine.ts';

export interface PrintedCount {
  /** Counts bytes whose text is told. */
  add(stream: OutputStream, bytes: number): void;
  /** Notes that a stream has reached this position without its text being told; tells the counts, at most once a second. */
  pass(stream: OutputStream, position: number): void;
  /** Tells nothing any more. */
  stop(): void;
}

export interface Printed {
  stdoutBytes: number;
  stderrBytes: number;
}

const paceMs = 1000;

/** How much a program has printed by now, for those who follow a run while the middle of its output is left out. */
export function createPrintedCount(report: (printed: Printed) => void): PrintedCount {
  const positions = { stdout: 0, stderr: 0 };
  let reportedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function reportNow(): void {
    timer = undefined;
    reportedAt = performance.now();
    report({ stdoutBytes: positions.stdout, stderrBytes: positions.stderr });
  }

  return {
    add(stream, bytes) {
      positions[stream] += bytes;
    },
    pass(stream, position) {
      positions[stream] = position;
      if (timer !== undefined) return;
      const waitMs = reportedAt + paceMs - performance.now();
      if (waitMs <= 0) reportNow();
      else timer = setTimeout(reportNow, waitMs).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
