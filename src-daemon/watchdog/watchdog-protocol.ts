/** What the watchdog's thread gets from the main thread. */
export interface WatchdogInput {
  /** The main thread's signs of life, an Int32Array: see `beatIndex` and `inspectedIndex`. */
  life: SharedArrayBuffer;
  /** See logging/last-work.ts. */
  work: SharedArrayBuffer;
  logDir: string;
  /** Paths in the log are relative to it. */
  appRoot: string;
  limits: WatchdogLimits;
}

export interface WatchdogLimits {
  /** The process is ended when its event loop has not turned for so long. */
  blockedMs: number;
  /** The same limit after SIGTERM or SIGINT has come. */
  stoppingMs: number;
  /** How often the main thread gives a sign of life, and the watchdog looks for it. */
  tickMs: number;
}

/** Grows each time the event loop turns. */
export const beatIndex = 0;
/** 1 while a debugger can hold the main thread. */
export const inspectedIndex = 1;
export const lifeBytes = 8;
