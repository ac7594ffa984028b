import { createRequire } from 'node:module';
import { constants } from 'node:os';

interface SignalHandle {
  onsignal: (signal: number) => void;
  start(signal: number): number;
  unref(): void;
}

/**
 * Calls `onStop` in this thread when SIGTERM or SIGINT comes to the process. Node has `process.on('SIGTERM')` for the
 * main thread only, which does not hear it while its event loop is blocked. libuv hands each signal to every event loop
 * that asks, so this thread asks for itself, through Node's own binding (flag `--expose-internals`; Node is pinned).
 * Without that binding nothing is lost but time: the process ends by the limit for a blocked loop.
 */
export function watchStopSignals(onStop: () => void): void {
  const Signal = findSignalHandle();
  if (Signal === undefined) return;
  for (const signal of [constants.signals.SIGTERM, constants.signals.SIGINT]) {
    const handle = new Signal();
    handle.onsignal = onStop;
    handle.start(signal);
    handle.unref();
    handles.push(handle);
  }
}

/** A handle that is collected as garbage hears nothing. */
const handles: SignalHandle[] = [];

function findSignalHandle(): (new () => SignalHandle) | undefined {
  try {
    return createRequire(import.meta.url)('internal/test/binding').internalBinding('signal_wrap').Signal;
  } catch {
    return undefined;
  }
}
