import { createRequire } from 'node:module';
import { constants } from 'node:os';

interface SignalHandle {
  onsignal: (signal: number) => void;
  start(signal: number): number;
  unref(): void;
}

/**
 * Calls `onStop` in this thread when the process receives SIGTERM or SIGINT. Node offers `process.on('SIGTERM')` in the main
 * thread only, where it is not called while the event loop is blocked. libuv delivers each signal to every event loop that
 * listens, so this thread listens through Node's internal binding (flag `--expose-internals`; the Node version is pinned).
 * Without that binding, the process ends later, by the limit for a blocked loop.
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

/** References to the handles, because a garbage-collected handle receives no signals. */
const handles: SignalHandle[] = [];

function findSignalHandle(): (new () => SignalHandle) | undefined {
  try {
    return createRequire(import.meta.url)('internal/test/binding').internalBinding('signal_wrap').Signal;
  } catch {
    return undefined;
  }
}
