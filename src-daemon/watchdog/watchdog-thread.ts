/** Entry point of the watchdog thread: see start-watchdog.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { readWork } from '../logging/last-work.ts';
import { writeLastLine } from '../logging/write-last-line.ts';
import { createBlockedTime } from './blocked-time.ts';
import { readMainThreadStack } from './main-thread-stack.ts';
import { beatIndex, inspectedIndex, type WatchdogInput, type WatchdogMessage } from './watchdog-protocol.ts';

const { life, work, logDir, appRoot, limits } = workerData as WatchdogInput;
const lifeSigns = new Int32Array(life);
const blockedTime = createBlockedTime(limits.tickMs, performance.now());
let isEnding = false;

setInterval(checkBeat, limits.tickMs);
parentPort?.postMessage('watching' satisfies WatchdogMessage);

function checkBeat(): void {
  const beat = Atomics.load(lifeSigns, beatIndex);
  const blockedMs = blockedTime.tick(beat, performance.now());
  if (blockedMs < limits.blockedMs || isEnding || Atomics.load(lifeSigns, inspectedIndex) === 1) return;
  isEnding = true;
  void endIfStillBlocked(beat, blockedMs);
}

/** Ends the process, unless the event loop runs again at the last moment. */
async function endIfStillBlocked(beat: number, blockedMs: number): Promise<void> {
  const { frames, release } = await readMainThreadStack(appRoot);
  if (Atomics.load(lifeSigns, beatIndex) !== beat) {
    release();
    isEnding = false;
    return;
  }
  try {
    logEnd(blockedMs, frames);
  } finally {
    // SIGKILL needs no cooperation of the main thread. Containers stop when their daemon exits.
    process.kill(process.pid, 'SIGKILL');
  }
}

function logEnd(blockedMs: number, frames: string[] | undefined): void {
  const where = {
    blockedMs: Math.round(blockedMs),
    stack: frames ?? 'native code',
    lastRequest: readWork(work, 'request'),
    lastStatement: readWork(work, 'statement'),
  };
  writeLastLine(logDir, where, 'the event loop was blocked: the watchdog ends the daemon');
}
