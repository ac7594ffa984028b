import { Session } from 'node:inspector';
import { createFrameNames, type Frame } from './frame-names.ts';

/** The main thread pauses within 30 ms, on a busy machine within seconds; in native code it never does. */
const pauseTimeoutMs = 5000;
const framesKept = 20;

export interface StackAttempt {
  /** Function names and source positions, innermost first, without any values; undefined while native code runs. */
  frames: string[] | undefined;
  /** Resumes the main thread. */
  release(): void;
}

/**
 * Pauses the main thread and reads its stack. This works in a loop, in an endless chain of promises and in a regular
 * expression. In native code, such as a long SQL statement, the main thread does not pause.
 */
export async function readMainThreadStack(appRoot: string): Promise<StackAttempt> {
  const session = new Session();
  const release = () => session.disconnect();
  try {
    session.connectToMainThread();
    const frames = await pause(session);
    return { frames: frames?.slice(0, framesKept).map(createFrameNames(appRoot)), release };
  } catch {
    return { frames: undefined, release };
  }
}

/** Returns the stack of the main thread when it has paused; undefined if it does not pause. */
function pause(session: Session): Promise<Frame[] | undefined> {
  // A frame contains the id of its script, but not its URL.
  const addresses = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => addresses.set(params.scriptId, params.url));
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), pauseTimeoutMs);
    session.once('Debugger.paused', ({ params }) =>
      resolve(
        params.callFrames.map(({ functionName, location }) => ({
          functionName,
          url: addresses.get(location.scriptId) ?? '',
          line: location.lineNumber,
          column: location.columnNumber ?? 0,
        })),
      ),
    );
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}
