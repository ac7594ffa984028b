import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

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

interface Frame {
  functionName: string;
  url: string;
  /** Both from 0. */
  line: number;
  column: number;
}

/** Formats the position of a stack frame: `readType (src-daemon/work/media-type.ts:40)`. */
function createFrameNames(appRoot: string): (frame: Frame) => string {
  const maps = new Map<string, SourceMap | undefined>();

  return ({ functionName, url, line, column }) => {
    const name = functionName === '' ? 'anonymous' : functionName;
    if (!url.startsWith('file:')) return `${name} (${url.startsWith('node:') ? url : 'unknown'})`;
    const path = fileURLToPath(url);
    if (!maps.has(path)) maps.set(path, readSourceMap(path));
    const found = maps.get(path)?.findEntry(line, column);
    const isMapped = found !== undefined && 'originalSource' in found;
    const source = isMapped ? resolve(dirname(path), found.originalSource) : path;
    const sourceLine = isMapped ? found.originalLine : line;
    return `${name} (${relative(appRoot, source)}:${sourceLine + 1})`;
  };
}

function readSourceMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
