import type { OutputStream } from '../../engine/engine.ts';

export interface PrintedCount {
  /** Counts bytes whose text is sent. */
  add(stream: OutputStream, bytes: number): void;
  /** Records that a stream has reached this position without sending its text; reports the counts at most once a second. */
  pass(stream: OutputStream, position: number): void;
  /** Stops reporting. */
  stop(): void;
}

export interface Printed {
  stdoutBytes: number;
  stderrBytes: number;
}

const reportIntervalMs = 1000;

/** Reports how much a program has printed, while the middle of its output is left out of the stream. */
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
      const waitMs = reportedAt + reportIntervalMs - performance.now();
      if (waitMs <= 0) reportNow();
      else timer = setTimeout(reportNow, waitMs).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
