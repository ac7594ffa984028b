/** Programs that print everything that could differ between a warm interpreter and a new one. */
export interface ComparedProgram {
  name: string;
  language: string;
  code: string;
  args?: string[];
  env?: Record<string, string>;
  stdin?: string;
  files?: Record<string, string>;
}

const surroundings = {
  args: ['one', 'two words', '', '日本', '--flag'],
  env: { GREETING: 'grüß dich', EMPTY: '', 'odd.name': 'a=b' },
  stdin: 'first\nsecond\n',
};

export const comparedPrograms: ComparedProgram[] = [
  {
    name: 'the arguments and environment of Python',
    language: 'python',
    ...surroundings,
    code: `
import sys, os
print(sys.argv, sys.orig_argv, sys.executable, sys.path, sys.flags, sys.warnoptions, sys._xoptions)
print(list(os.environ.items()), os.getcwd(), os.umask(0o22), os.getsid(0) == os.getpid(), os.getppid())
print(__name__, __file__, __doc__, __spec__, __package__, type(__loader__), __builtins__, sorted(globals()))
print(sorted(sys.modules), sys.path_importer_cache.keys(), sys.meta_path, sys.path_hooks)
print([(f.encoding, f.errors, f.line_buffering, f.write_through, f.name) for f in (sys.stdin, sys.stdout, sys.stderr)])
print(sorted(os.listdir('/proc/self/fd')), len(os.listdir('/proc/self/task')))
print({k: v for k, v in vars(sys.modules['sitecustomize']).items() if k not in ('__builtins__', '__spec__', '__loader__')})
print(sys.modules['sitecustomize'].__spec__, sys.stdin.read())`,
  },
  {
    name: 'the signals and limits of Python',
    language: 'python',
    code: `
import signal, resource
print([(s, signal.getsignal(s)) for s in sorted(signal.valid_signals())], signal.pthread_sigmask(signal.SIG_BLOCK, []))
print([resource.getrlimit(r) for r in range(16)])
print([line for line in open('/proc/self/status') if line.startswith(('SigBlk', 'SigIgn', 'SigCgt', 'Cap', 'NoNew', 'Seccomp:'))])`,
  },
  {
    name: 'a traceback of Python',
    language: 'python',
    code: 'def inner():\n  return {}["missing"]\ndef outer():\n  try:\n    inner()\n  except KeyError as e:\n    raise ValueError("no") from e\nouter()',
  },
  { name: 'a syntax error of Python', language: 'python', code: 'def f(:\n  pass' },
  { name: 'a program of Python that is not UTF-8', language: 'python', code: '# coding: nonsense\nprint(1)' },
  { name: 'sys.exit with a message', language: 'python', code: 'import sys\nsys.exit("that was it")' },
  {
    name: 'the end of a Python program',
    language: 'python',
    code: 'import atexit, os, sys, threading, time\natexit.register(lambda: print("atexit", flush=True))\nthreading.Thread(target=lambda: (time.sleep(0.1), print("thread"))).start()\nprint("main", end="")\nraise SystemExit(5)',
  },
  {
    name: 'a signal to Python',
    language: 'python',
    code: 'import os, signal\nprint("x")\nos.kill(os.getpid(), signal.SIGTERM)',
  },
  {
    name: 'an interrupt of Python',
    language: 'python',
    code: 'import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nprint("never")',
  },
  {
    name: 'the children of Python',
    language: 'python',
    env: { TOKEN: 'hunter2' },
    code: `
import multiprocessing as mp, os, subprocess, sys, pickle
class Thing: pass
def work(n): return n * 2, os.environ['TOKEN'], __name__
if __name__ == '__main__':
  for method in ('fork', 'spawn'):
    with mp.get_context(method).Pool(2) as pool: print(pool.map(work, [1, 2]))
  print(subprocess.run([sys.executable, '-c', 'import os, sys; print(dict(os.environ), sys.path, sys.modules.get("sitecustomize"))'], capture_output=True, text=True))
  print(subprocess.run(['env'], capture_output=True, text=True).stdout, pickle.dumps(Thing()))`,
  },
  {
    name: 'the imports of Python',
    language: 'python',
    files: { 'helper.py': 'import sys\nprint(__name__, __file__)\nvalue = 3', 'data/x.txt': 'x', 'site.txt': '' },
    code: 'import helper, inspect, __main__\nprint(helper.value, inspect.getsource(inspect.getmodule(helper)), __main__.__file__, inspect.currentframe().f_back)',
  },
  {
    name: 'the prompts of Python',
    language: 'python',
    stdin: 'Ada\n7\n',
    code: 'import warnings\nprint("hello", input("name? "))\nprint(int(input()) + 1)\nwarnings.warn("old")\nprint(input())',
  },
  {
    name: 'the arguments and environment of Node',
    language: 'javascript',
    ...surroundings,
    code: `
const fs = require('node:fs');
console.log(process.argv, process.argv0, process.execArgv, process.execPath, process.title, process.env, process.cwd());
console.log(require.main === module, __filename, module.paths, module.children, Object.keys(require.cache), process._preload_modules);
console.log(fs.readdirSync('/proc/self/fd').length, process.ppid, process.umask(), Object.keys(globalThis), process.listenerCount('exit'));
console.log(fs.readFileSync(0, 'utf8'), process.stdout.isTTY, process.allowedNodeEnvironmentFlags.size, process.getActiveResourcesInfo());`,
  },
  {
    name: 'an uncaught error of Node',
    language: 'javascript',
    code: 'function inner() { throw new TypeError("no", { cause: new Error("why") }); }\nprocess.on("exit", (code) => console.log("exit", code));\ninner();',
  },
  { name: 'a syntax error of Node', language: 'javascript', code: 'const a = ;' },
  { name: 'an unhandled rejection of Node', language: 'javascript', code: 'Promise.reject(new Error("lost"));' },
  {
    name: 'a module of Node',
    language: 'javascript',
    ...surroundings,
    files: { 'lib/one.mjs': 'export const one = 1; console.log(import.meta.url);', 'lib/two.cjs': 'exports.two = 2;' },
    code: `
import { one } from './lib/one.mjs';
import two from './lib/two.cjs';
import { text } from 'node:stream/consumers';
console.log(one, two, import.meta, process.argv, process.env, await text(process.stdin));
process.exitCode = 9;`,
  },
  {
    name: 'the order of callbacks in Node',
    language: 'javascript',
    code: `
const begun = Date.now();
setTimeout(() => console.log('timeout', Date.now() - begun >= 299), 300);
// Node does not define whether an immediate or a timer of 0 ms runs first, unless one starts the other.
setImmediate(() => {
  console.log('immediate');
  setTimeout(() => console.log('soon'), 0);
});
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('microtask'));
console.log('main');`,
  },
  {
    name: 'the threads and children of Node',
    language: 'javascript',
    env: { TOKEN: 'hunter2' },
    code: `
const { Worker, isMainThread, parentPort } = require('node:worker_threads');
const { fork, execFileSync } = require('node:child_process');
const seen = () => [process.argv, process.execArgv, process.env, process._preload_modules, Object.keys(require.cache)];
if (!isMainThread) parentPort.postMessage(seen());
else if (process.send) process.send(seen());
else new Worker(__filename).on('message', (seenInThread) => {
  console.log('thread', seenInThread);
  fork(__filename).on('message', (more) => {
    console.log('child', more);
    console.log(execFileSync(process.execPath, ['-p', 'JSON.stringify(process.env)']).toString());
    console.log(execFileSync('env').toString());
  });
});`,
  },
  {
    name: 'the arguments and environment of TypeScript',
    language: 'typescript',
    ...surroundings,
    files: {
      'shape.ts': 'export interface Shape { sides: number }\nexport enum Colour { Red = "red" }\nconsole.log("shape");',
    },
    code: `
import { Colour, type Shape } from './shape.ts';
const square: Shape = { sides: 4 };
namespace Inner { export const value = 1; }
class Point { constructor(public x: number) {} }
console.log(Colour.Red, square, Inner.value, new Point(2), process.argv, process.execArgv, process.env);
throw new Error('at the end' as string);`,
  },
  { name: 'an invalid type in TypeScript', language: 'typescript', code: 'const a: number = = 1;' },
  {
    name: 'the arguments and environment of Bash',
    language: 'bash',
    ...surroundings,
    code: 'printf "%s|" "$0" "$@"; echo; env | sort; cat; echo $BASH_SOURCE $LINENO $- $PPID; ls /proc/self/fd; nosuch; return 3',
  },
];

/** Programs with an environment variable that the interpreter reads while it boots. */
export const bootPrograms: ComparedProgram[] = [
  { name: 'the hash seed of Python', language: 'python', env: { PYTHONHASHSEED: '0' }, code: 'print(hash("x"))' },
  {
    name: 'the path of Python',
    language: 'python',
    env: { PYTHONPATH: '/work/own' },
    files: { 'own/m.py': 'print("own")' },
    code: 'import m',
  },
  {
    name: 'the encoding of Python',
    language: 'python',
    env: { PYTHONIOENCODING: 'latin-1' },
    code: 'import sys; print(sys.stdout.encoding)',
  },
  {
    name: 'the time zone of Python',
    language: 'python',
    env: { TZ: 'Asia/Tokyo' },
    code: 'import time; print(time.tzname)',
  },
  {
    name: 'the options of Node',
    language: 'javascript',
    env: { NODE_OPTIONS: '--stack-trace-limit=1' },
    code: 'console.log(Error.stackTraceLimit, process.env.NODE_OPTIONS)',
  },
  {
    name: 'the time zone of Node',
    language: 'javascript',
    env: { TZ: 'Asia/Tokyo' },
    code: 'console.log(new Date(0).getHours())',
  },
  {
    name: 'the language of Node',
    language: 'javascript',
    env: { LC_ALL: 'de_DE.UTF-8' },
    code: 'console.log(Intl.DateTimeFormat().resolvedOptions().locale)',
  },
];
