/** The watchdog's thread: see start-watchdog.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { readWork } from '../logging/last-work.ts';
import { writeLastLine } from '../logging/write-last-line.ts';
import { createBlockedTime } from './blocked-time.ts';
import { readMainThreadStack } from './main-thread-stack.ts';
import { watchStopSignals } from './stop-signals.ts';
import { beatIndex, inspectedIndex, type WatchdogInput } from './watchdog-protocol.ts';

const { life, work, logDir, appRoot, limits } = workerData as WatchdogInput;
const signs = new Int32Array(life);
const blockedTime = createBlockedTime(limits.tickMs, performance.now());
let isStopRequested = false;
let isEnding = false;

watchStopSignals(() => {
  isStopRequested = true;
});
setInterval(look, limits.tickMs);
parentPort?.postMessage('watching');

function look(): void {
  const beat = Atomics.load(signs, beatIndex);
  const blockedMs = blockedTime.tick(beat, performance.now());
  const limitMs = isStopRequested ? limits.stoppingMs : limits.blockedMs;
  if (blockedMs < limitMs || isEnding || Atomics.load(signs, inspectedIndex) === 1) return;
  isEnding = true;
  void endUnlessTurned(beat, blockedMs);
}

/** The loop may turn at the last moment: then the process lives on. */
async function endUnlessTurned(beat: number, blockedMs: number): Promise<void> {
  const { frames, release } = await readMainThreadStack(appRoot);
  if (Atomics.load(signs, beatIndex) !== beat) {
    release();
    isEnding = false;
    return;
  }
  try {
    logEnd(blockedMs, frames);
  } finally {
    // The only end that needs nothing of the main thread. Containers end when their daemon does.
    process.kill(process.pid, 'SIGKILL');
  }
}

function logEnd(blockedMs: number, frames: string[] | undefined): void {
  const where = {
    blockedMs: Math.round(blockedMs),
    isStopRequested,
    stack: frames ?? 'native code',
    lastRequest: readWork(work, 'request'),
    lastStatement: readWork(work, 'statement'),
  };
  const cause = isStopRequested ? ' although it was told to stop' : '';
  writeLastLine(logDir, where, `the event loop did not turn${cause}: the watchdog ends the daemon`);
}
