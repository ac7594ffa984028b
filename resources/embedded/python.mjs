// CPython as a WASI program. It boots and runs its start-up file (sitecustomize.py), which waits for the job by reading
// the file `control`. Then it runs the user's program as any other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJob, writeFrame } from './job-pipe.mjs';
import { mountLayer } from './layer.mjs';
import { addLibraryFile, closeLibrary } from './library.mjs';
import { frameTypes, wasmMaxPages } from './protocol.mjs';
import { createRun } from './run.mjs';
import { sleepFor } from './wasi/poll.mjs';
import { createWasi, ProgramExit, TimeUp } from './wasi/wasi.mjs';

const pageBytes = 65_536;
const pagesPerMebibyte = 16;
/** A failure this close to the memory limit is taken for one of memory. */
const nearLimitBytes = 2 * 1024 * 1024;
const startupFolder = '/strongroom';
const startupFiles = ['sitecustomize.py', 'asyncio_without_sockets.py', 'needs_docker.py', 'missing_names.py'];
/** The base environment and Python's, as in the daemon's language table. The job's variables are added to it. */
const bootEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  USER: 'sandbox',
  LOGNAME: 'sandbox',
  LANG: 'C.UTF-8',
  PYTHONUNBUFFERED: '1',
  PYTHONDONTWRITEBYTECODE: '1',
};

/** @typedef {{ memory: WebAssembly.Memory, reservedPages: number, oom: boolean }} State */

/**
 * @param {{ wasm: string, runner: string, isFresh: boolean, layer: string }} options isFresh: the interpreter boots
 *   with the job's environment, because the job sets a variable that it reads while it boots; layer: the file of the
 *   package layer, or ''
 * @returns {never}
 */
export function runPython({ wasm, runner, isFresh, layer }) {
  const module = new WebAssembly.Module(readFileSync(wasm));
  const run = createRun();
  for (const name of startupFiles) {
    addLibraryFile(run.tree, `${startupFolder}/${name}`, readFileSync(join(runner, name)));
  }
  // The layer is not on the search path until the job arrives: no package code runs while the interpreter boots.
  if (layer !== '') mountLayer(run.tree, 'packages', layer);
  /** @type {State} */
  const state = { memory: /** @type {any} */ (undefined), reservedPages: 0, oom: false };
  const earlyJob = isFresh ? takeJob() : undefined;
  const control = addLibraryFile(run.tree, `${startupFolder}/control`, new Uint8Array());
  control.device = createControl({ run, state, takeJob: () => earlyJob ?? takeJob() });
  closeLibrary(run.tree, startupFolder);
  const wasi = createWasi(
    {
      tree: run.tree,
      args: ['python3', `/work/${earlyJob?.programName ?? 'main.py'}`, ...(earlyJob?.args ?? [])],
      env: { ...bootEnvironment, ...earlyJob?.env, PYTHONPATH: searchPath(earlyJob?.env.PYTHONPATH) },
      readStdin: run.readStdin,
      write: run.write,
      msLeft: run.msLeft,
    },
    () => state.memory,
  );
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
  state.memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  const ending = runToEnd(/** @type {() => void} */ (exports._start), state);
  const memoryPeakBytes = state.memory.buffer.byteLength - state.reservedPages * pageBytes;
  return run.end({ ...ending, memoryPeakBytes });
}

/**
 * The search path: our start-up folder and the job's. The WebAssembly file has the library.
 * @param {string | undefined} own
 */
function searchPath(own) {
  return own ? `${startupFolder}:${own}` : startupFolder;
}

function takeJob() {
  writeFrame(frameTypes.booted);
  return readJob();
}

/**
 * Creates the device behind the file `control`. The start-up file writes commands: `ready` waits for the job, whose
 * environment and arguments can then be read; `sleep SECONDS` sleeps; `oom` reports an unhandled MemoryError.
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
      const [command, seconds] = Buffer.from(bytes).toString('latin1').split(' ');
      if (command === 'ready' && !isBegun) begin();
      else if (command === 'sleep') sleepFor(Number(seconds) * 1000, run.msLeft());
      else if (command === 'oom') state.oom = true;
    },
  };
}

/**
 * Limits the memory of the program. The maximum of a WebAssembly memory is fixed when the process starts, so a smaller
 * limit reserves the pages above it. They are never touched, so they use no memory.
 * @param {State} state
 * @param {number} memoryMb
 */
function limitMemory(state, memoryMb) {
  const used = state.memory.buffer.byteLength / pageBytes;
  const spare = wasmMaxPages - Math.max(memoryMb * pagesPerMebibyte, used);
  if (spare <= 0) return;
  state.memory.grow(spare);
  state.reservedPages = spare;
}

/** @param {() => void} start @param {State} state */
function runToEnd(start, state) {
  const ending = {
    exitCode: /** @type {number | null} */ (0),
    signal: /** @type {import('./protocol.mjs').ChildStatus['signal']} */ (null),
    timedOut: false,
  };
  try {
    start();
    return { ...ending, oom: false };
  } catch (error) {
    const isNearLimit = wasmMaxPages * pageBytes - state.memory.buffer.byteLength < nearLimitBytes;
    if (error instanceof ProgramExit) {
      const exitCode = error.code & 0xff;
      return { ...ending, exitCode, oom: state.oom || (exitCode !== 0 && isNearLimit) };
    }
    if (error instanceof TimeUp) return { ...ending, exitCode: null, signal: 'SIGKILL', timedOut: true, oom: false };
    // A trap: stack overflow, failed allocation or `abort`.
    return { ...ending, exitCode: null, signal: error instanceof RangeError ? 'SIGSEGV' : 'SIGABRT', oom: isNearLimit };
  }
}
