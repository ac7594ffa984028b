/** Message of the watchdog thread to the main thread: it has started to watch. */
export type WatchdogMessage = 'watching';

/** Input of the watchdog thread from the main thread. */
export interface WatchdogInput {
  /** Memory that the main thread updates while it runs, an Int32Array: see `beatIndex` and `inspectedIndex`. */
  life: SharedArrayBuffer;
  /** Last started work of the main thread: see logging/last-work.ts. */
  work: SharedArrayBuffer;
  logDir: string;
  /** Folder to which paths in the log are relative. */
  appRoot: string;
  limits: WatchdogLimits;
}

export interface WatchdogLimits {
  /** Time after which the process is ended when its event loop is blocked. */
  blockedMs: number;
  /** Interval at which the main thread updates its beat, and the watchdog checks it. */
  tickMs: number;
}

/** Index of the beat, a number that the main thread's event loop increments. */
export const beatIndex = 0;
/** Index of a flag: 1 while a debugger can pause the main thread. */
export const inspectedIndex = 1;
export const lifeBytes = 8;
