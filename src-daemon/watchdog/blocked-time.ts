/**
 * Adds up for how long the main thread's event loop has not turned, in time during which the watchdog was scheduled.
 * A tick that comes late (the machine slept, the process was stopped, a debugger held it, the processor was busy with
 * others) adds one interval and no more.
 * @param tickMs the interval of the ticks
 */
export function createBlockedTime(tickMs: number, startedAt: number) {
  let lastBeat = 0;
  let lastTickAt = startedAt;
  let blockedMs = 0;

  return {
    /**
     * @param beat grows each time the loop turns
     * @param now of a monotonic clock, ms
     * @returns for how long the loop has not turned, ms
     */
    tick(beat: number, now: number): number {
      blockedMs = beat === lastBeat ? blockedMs + Math.min(now - lastTickAt, tickMs) : 0;
      lastBeat = beat;
      lastTickAt = now;
      return blockedMs;
    },
  };
}
