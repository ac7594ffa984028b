import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { threadFile } from '../core/thread-file.ts';
import { sharedWork } from '../logging/last-work.ts';
import { beatIndex, inspectedIndex, lifeBytes, type WatchdogInput, type WatchdogLimits } from './watchdog-protocol.ts';

const defaultLimits: WatchdogLimits = { blockedMs: 10_000, stoppingMs: 2000, tickMs: 500 };

interface WatchdogOptions extends Pick<WatchdogInput, 'logDir' | 'appRoot'> {
  limits?: WatchdogLimits;
  /** The thread watches from now on. */
  onWatching?: () => void;
  /** The thread itself failed: the daemon serves on without it. */
  onFailure: (error: unknown) => void;
}

/**
 * Starts the thread that ends this process when its event loop is blocked: after 10 s, or 2 s after SIGTERM or SIGINT,
 * of time during which the thread itself was scheduled. It first logs where the main thread stood. It never keeps the
 * process alive.
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
    // See stop-signals.ts. The flag holds for this thread alone; Node warns when it is used.
    execArgv: ['--expose-internals', '--no-warnings'],
    // No credential of the environment is its business.
    env: {},
  });
  thread.once('error', onFailure);
  if (onWatching !== undefined) thread.once('message', onWatching);
  thread.unref();
}
