// CPython as a WASI program. It boots, reads its own start-up file (sitecustomize.py) and waits in there for the job,
// on a file that is our end of the line; then it goes on and runs the user's program as it would any.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJob, writeFrame } from './job-pipe.mjs';
import { mountLayer } from './layer.mjs';
import { closeLibrary, placeLibraryFile } from './library.mjs';
import { createRun } from './run.mjs';
import { sleepFor } from './wasi/poll.mjs';
import { createWasi, ProgramExit, TimeUp } from './wasi/wasi.mjs';

const pageBytes = 65_536;
const pagesPerMebibyte = 16;
/** As the V8 flag `--wasm-max-mem-pages` of every child says. */
const maxPages = 4096;
/** An end that comes this near to the limit came of it. */
const nearLimitBytes = 2 * 1024 * 1024;
const startupFolder = '/strongroom';
const startupFiles = ['sitecustomize.py', 'asyncio_without_sockets.py'];
/** As `baseEnvironment` and the language's own in the engine's table; a job's own are added to it. */
const bootEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  USER: 'nobody',
  LANG: 'C.UTF-8',
  PYTHONUNBUFFERED: '1',
  PYTHONDONTWRITEBYTECODE: '1',
};

/** @typedef {{ memory: WebAssembly.Memory, foreignPages: number, oom: boolean }} State */

/**
 * @param {{ wasm: string, runner: string, isFresh: boolean, layer: string }} options isFresh: the interpreter boots
 *   with the job's own environment, for a job that sets what it reads while it boots; layer: the file of its packages,
 *   or ''
 * @returns {never}
 */
export function runPython({ wasm, runner, isFresh, layer }) {
  const module = new WebAssembly.Module(readFileSync(wasm));
  const run = createRun();
  for (const name of startupFiles) {
    placeLibraryFile(run.tree, `${startupFolder}/${name}`, readFileSync(join(runner, name)));
  }
  // Not on the search path before the job is there: no code of a package runs while its interpreter boots.
  if (layer !== '') mountLayer(run.tree, 'packages', layer);
  /** @type {State} */
  const state = { memory: /** @type {any} */ (undefined), foreignPages: 0, oom: false };
  const early = isFresh ? takeJob() : undefined;
  const control = placeLibraryFile(run.tree, `${startupFolder}/control`, new Uint8Array());
  control.device = createControl({ run, state, takeJob: () => early ?? takeJob() });
  closeLibrary(run.tree, startupFolder);
  const wasi = createWasi(
    {
      tree: run.tree,
      args: ['python3', '/work/main.py', ...(early?.args ?? [])],
      env: { ...bootEnvironment, ...early?.env, PYTHONPATH: searchPath(early?.env.PYTHONPATH) },
      readStdin: run.readStdin,
      write: run.write,
      msLeft: run.msLeft,
    },
    () => state.memory,
  );
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
  state.memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  const ending = runToEnd(/** @type {() => void} */ (exports._start), state);
  const memoryPeakBytes = state.memory.buffer.byteLength - state.foreignPages * pageBytes;
  return run.end({ ...ending, memoryPeakBytes });
}

/** The library itself lies in the WebAssembly file; only our start-up file is added. @param {string | undefined} own */
function searchPath(own) {
  return own ? `${startupFolder}:${own}` : startupFolder;
}

function takeJob() {
  writeFrame('B');
  return readJob();
}

/**
 * What stands behind the start-up file's end of the line: `ready` waits for the job, whose environment and arguments
 * are read then; `sleep SECONDS` sleeps; `oom` notes that the program died of a MemoryError.
 * @param {{ run: ReturnType<typeof createRun>, state: State, takeJob: () => import('./job-pipe.mjs').Job }} deps
 * @returns {import('./memory-fs.mjs').Device}
 */
function createControl({ run, state, takeJob }) {
  let text = new Uint8Array();
  let isBegun = false;

  function begin() {
    isBegun = true;
    const job = takeJob();
    limitMemory(state, job.memoryMb);
    text = Buffer.from(JSON.stringify({ env: job.env, args: job.args }));
    run.begin(job);
  }

  return {
    read: (into) => {
      const piece = text.subarray(0, into.length);
      into.set(piece);
      text = text.subarray(piece.length);
      return piece.length;
    },
    write: (bytes) => {
      const [word, seconds] = Buffer.from(bytes).toString('latin1').split(' ');
      if (word === 'ready' && !isBegun) begin();
      else if (word === 'sleep') sleepFor(Number(seconds) * 1000, run.msLeft());
      else if (word === 'oom') state.oom = true;
    },
  };
}

/**
 * The most that a memory may grow to is fixed when the process starts; a smaller limit takes the pages above it away
 * from the program by growing the memory for nobody. They are never touched, so they cost nothing.
 * @param {State} state
 * @param {number} memoryMb
 */
function limitMemory(state, memoryMb) {
  const used = state.memory.buffer.byteLength / pageBytes;
  const spare = maxPages - Math.max(memoryMb * pagesPerMebibyte, used);
  if (spare <= 0) return;
  state.memory.grow(spare);
  state.foreignPages = spare;
}

/** @param {() => void} start @param {State} state */
function runToEnd(start, state) {
  const ending = {
    exitCode: /** @type {number | null} */ (0),
    signal: /** @type {string | null} */ (null),
    timedOut: false,
  };
  try {
    start();
    return { ...ending, oom: false };
  } catch (error) {
    const isNearLimit = maxPages * pageBytes - state.memory.buffer.byteLength < nearLimitBytes;
    if (error instanceof ProgramExit) {
      const exitCode = error.code & 0xff;
      return { ...ending, exitCode, oom: state.oom || (exitCode !== 0 && isNearLimit) };
    }
    if (error instanceof TimeUp) return { ...ending, exitCode: null, signal: 'SIGKILL', timedOut: true, oom: false };
    // A trap: of the stack, of memory that could not be had, or of `abort`.
    const signal = error instanceof RangeError ? 'SIGSEGV' : 'SIGABRT';
    return { ...ending, exitCode: null, signal, oom: isNearLimit };
  }
}
