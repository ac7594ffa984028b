import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { threadFile } from '../core/thread-file.ts';
import { sharedWork } from '../logging/last-work.ts';
import {
  beatIndex,
  inspectedIndex,
  lifeBytes,
  type WatchdogInput,
  type WatchdogLimits,
  type WatchdogMessage,
} from './watchdog-protocol.ts';

const defaultLimits: WatchdogLimits = { blockedMs: 10_000, tickMs: 500 };

interface WatchdogOptions extends Pick<WatchdogInput, 'logDir' | 'appRoot'> {
  limits?: WatchdogLimits;
  /** Called when the thread has started to watch. */
  onWatching?: () => void;
  /** Called when the thread has failed. The daemon continues without it. */
  onFailure: (error: unknown) => void;
}

/**
 * Starts the thread that ends this process when its event loop is blocked for 10 s. Only time during which the thread itself
 * ran is counted. The thread first logs the stack of the main thread. It does not keep the process alive.
 */
export function startWatchdog(options: WatchdogOptions): void {
  const { logDir, appRoot, limits = defaultLimits, onWatching, onFailure } = options;
  const life = new Int32Array(new SharedArrayBuffer(lifeBytes));
  const beat = () => {
    Atomics.store(life, inspectedIndex, inspector.url() === undefined ? 0 : 1);
    Atomics.add(life, beatIndex, 1);
  };
  beat();
  setInterval(beat, limits.tickMs).unref();
  const input: WatchdogInput = { life: life.buffer, work: sharedWork, logDir, appRoot, limits };
  const thread = new Worker(threadFile('watchdog', 'watchdog/watchdog-thread.ts'), {
    name: 'watchdog',
    workerData: input,
    // The thread does not need the environment, which can contain credentials.
    env: {},
  });
  thread.once('error', onFailure);
  thread.once('message', (message: WatchdogMessage) => {
    if (message === 'watching') onWatching?.();
  });
  thread.unref();
}
