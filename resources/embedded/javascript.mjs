// QuickJS as WebAssembly, with the part of Node's API that small programs use. The program sees only what the files in
// javascript/ define. No object of this process reaches it: values cross as strings, numbers and bytes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createGuestBridge } from './guest-bridge.mjs';
import { createGuestHost } from './guest-host.mjs';
import { readJob, writeFrame } from './job-pipe.mjs';
import { createModuleLoader, looksLikeModule } from './module-loader.mjs';
import { frameTypes } from './protocol.mjs';
import { createRun } from './run.mjs';
import { createTypeScript } from './typescript.mjs';
import { sleepFor } from './wasi/poll.mjs';

const guestFiles = ['inspect', 'bytes', 'path', 'files', 'events', 'process', 'console', 'input', 'system', 'modules'];
const mebibyte = 1024 * 1024;
const stackBytes = 256 * 1024;

/**
 * @param {{ core: string, variant: string, wasm: string, runner: string, tools: import('./typescript.mjs').Tools }} options
 *   paths of the packages' files
 */
export async function runJavaScript({ core, variant, wasm, runner, tools }) {
  const { newQuickJSWASMModuleFromVariant, newVariant } = await import(pathToFileURL(core).href);
  const { default: base } = await import(pathToFileURL(variant).href);
  const wasmModule = new WebAssembly.Module(readFileSync(wasm));
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(base, { wasmModule }));
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  const context = runtime.newContext();
  const files = createRun();
  const run = { ...files, typescript: createTypeScript(tools, { run: files }) };
  const state = { exitCode: 0, peak: () => quickjs.getWasmMemory().buffer.byteLength };
  const bridge = createGuestBridge(context);
  const host = createGuestHost({ run, context, bridge, end: (ending) => end(run, state, ending) });
  const guest = bootGuest({ context, bridge, host, runner });
  runtime.setModuleLoader(...createModuleLoader({ run, exportNames: guest.exportNames }));
  runtime.setInterruptHandler(() => {
    if (run.msLeft() <= 0) end(run, state, timeUp);
    return false;
  });
  writeFrame(frameTypes.booted);
  const job = readJob();
  runtime.setMemoryLimit(job.memoryMb * mebibyte);
  run.begin(job);
  const program = { run, runtime, context, guest, host, state };
  try {
    runProgram(program, job);
  } catch (error) {
    // A trap, or a stack overflow of this process by deep recursion of the guest.
    end(run, state, { exitCode: null, signal: error instanceof RangeError ? 'SIGSEGV' : 'SIGABRT' });
  }
}

const timeUp = { exitCode: null, signal: 'SIGKILL', timedOut: true, oom: false };

function end(run, state, ending) {
  return run.end({ timedOut: false, oom: false, signal: null, ...ending, memoryPeakBytes: state.peak() });
}

/**
 * Evaluates the guest's own files, each as the body of a function: `host` has the functions of this process, `modules`
 * the modules that a program can import, `guest` the functions that this process calls.
 */
function bootGuest({ context, bridge, host, runner }) {
  const modules = context.newObject();
  const functions = context.newObject();
  for (const name of guestFiles) {
    const source = readFileSync(join(runner, 'javascript', `${name}.js`), 'utf8');
    // On the file's first line, so that the lines of its errors are right.
    const wrapped = `(function (host, modules, guest) {${source}})`;
    const define = context.unwrapResult(context.evalCode(wrapped, `node:internal/${name}.js`));
    context.unwrapResult(context.callFunction(define, context.undefined, host.handle, modules, functions));
  }
  const call = (name) => bridge.caller(context.getProp(functions, name));
  return {
    begin: call('begin'),
    pump: call('pump'),
    finish: call('finish'),
    exportNames: call('exportNames'),
    describe: bridge.describer(context.getProp(functions, 'describe')),
  };
}

/** @param {import('./job-pipe.mjs').Job} job */
function runProgram({ run, runtime, context, guest, host, state }, job) {
  const fail = (error) => {
    const { text, isMemory } = guest.describe(error);
    run.write('stderr', Buffer.from(run.typescript.asWritten(text)));
    return end(run, state, { exitCode: 1, oom: isMemory });
  };
  const settle = (result) => {
    if (result.error) fail(result.error);
    return result.value;
  };
  const program = `/work/${job.programName}`;
  guest.begin(JSON.stringify({ args: job.args, env: { ...baseEnvironment, ...job.env }, program }));
  const source = host.sourceOf(program, fail);
  const value = settle(evaluate(context, { source, program, isModule: looksLikeModule(program, source) }));
  for (;;) {
    const jobs = runtime.executePendingJobs();
    if (jobs.error) fail(jobs.error);
    const waitMs = settle(guest.pump.raw());
    const ms = context.getNumber(waitMs);
    if (ms < 0 && !runtime.hasPendingJob()) break;
    if (ms > 0) sleepFor(ms, run.msLeft());
    if (run.msLeft() <= 0) end(run, state, timeUp);
  }
  const promise = context.getPromiseState(value);
  if (promise.type === 'rejected') fail(promise.error);
  if (promise.type === 'pending') {
    run.write('stderr', Buffer.from('Warning: Detected unsettled top-level await\n'));
    end(run, state, { exitCode: 13 });
  }
  settle(guest.finish.raw());
}

const baseEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  USER: 'sandbox',
  LOGNAME: 'sandbox',
  LANG: 'C.UTF-8',
};

/** Evaluates the program. As in Node, one that does not parse as a script because of `await` is a module. */
function evaluate(context, { source, program, isModule }) {
  if (isModule) return context.evalCode(source, program, { type: 'module' });
  const result = context.evalCode(source, program, { type: 'global' });
  if (!result.error || !/\bawait\b/.test(source)) return result;
  const isSyntax = context.getString(context.getProp(result.error, 'name')) === 'SyntaxError';
  return isSyntax ? context.evalCode(source, program, { type: 'module' }) : result;
}
