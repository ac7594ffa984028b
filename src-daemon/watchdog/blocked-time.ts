/**
 * Measures how long the main thread's event loop has been blocked, counting only time during which the watchdog itself ran.
 * A late tick (the machine slept, the process was stopped, a debugger paused it, or the processor was busy) adds at most one
 * interval.
 * @param tickMs interval of the ticks
 */
export function createBlockedTime(tickMs: number, startedAt: number) {
  let lastBeat = 0;
  let lastTickAt = startedAt;
  let blockedMs = 0;

  return {
    /**
     * @param beat number that grows with each iteration of the loop
     * @param now time of a monotonic clock, in ms
     * @returns time for which the loop has been blocked, in ms
     */
    tick(beat: number, now: number): number {
      blockedMs = beat === lastBeat ? blockedMs + Math.min(now - lastTickAt, tickMs) : 0;
      lastBeat = beat;
      lastTickAt = now;
      return blockedMs;
    },
  };
}
