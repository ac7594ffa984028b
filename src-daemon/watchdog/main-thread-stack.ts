import { Session } from 'node:inspector';
import { createFrameNames, type Frame } from './frame-names.ts';

/** The main thread answers within 30 ms, on a busy machine within seconds; in native code it never does. */
const limitMs = 5000;
const framesKept = 20;

export interface StackAttempt {
  /** Function names and places in the source, innermost first, without any value; undefined while native code runs. */
  frames: string[] | undefined;
  /** Lets the main thread go on. */
  release(): void;
}

/**
 * Holds the main thread and reads where it stands. This works in a loop, in an endless chain of promises and inside a
 * regular expression; in native code (a long SQL statement) the main thread does not answer.
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

/** The stack of the main thread as soon as that is held; undefined when it does not answer. */
function pause(session: Session): Promise<Frame[] | undefined> {
  // A frame itself has the id of its script and no address.
  const addresses = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => addresses.set(params.scriptId, params.url));
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), limitMs);
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
