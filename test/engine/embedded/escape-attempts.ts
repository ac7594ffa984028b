/**
 * Attempts to get out, one program each. Whatever the program finds it prints; a program that got anywhere prints
 * `ESCAPED`. `HOST_FILE` names a file of the host with the words `host secret` in it, `HOST_PORT` a listening port.
 */
export const pythonEscapes: Readonly<Record<string, string>> = {
  'reads a file of the host': "print('ESCAPED', open(os.environ['HOST_FILE']).read())",
  'reads it by a path that climbs': "print('ESCAPED', open('../' * 30 + os.environ['HOST_FILE'][1:]).read())",
  'reads it through a link': "os.symlink(os.environ['HOST_FILE'], 'link'); print('ESCAPED', open('link').read())",
  'reads it through a link to the root':
    "os.symlink('/', 'root'); print('ESCAPED', open('root' + os.environ['HOST_FILE']).read())",
  'reads it by a hard link': "os.link(os.environ['HOST_FILE'], 'hard'); print('ESCAPED', open('hard').read())",
  'reads the environment of its process': "print('ESCAPED', open('/proc/self/environ').read())",
  'reads the memory of its process': "print('ESCAPED', open('/proc/self/mem', 'rb').read(1))",
  'lists the processes': "print('ESCAPED', os.listdir('/proc'))",
  'writes outside of its folders': "open('/etc/cron.d/x', 'w').write('x'); print('ESCAPED')",
  'writes into the interpreter’s library': "open('/strongroom/sitecustomize.py', 'w').write('x'); print('ESCAPED')",
  'starts a process': "import subprocess; print('ESCAPED', subprocess.check_output(['id']))",
  forks: "print('ESCAPED', os.fork())",
  'becomes another program': "os.execv('/bin/sh', ['sh', '-c', 'id']); print('ESCAPED')",
  'asks the shell': "code = os.system('id')\nprint('ESCAPED') if code == 0 else print(code)",
  connects: "import socket; socket.create_connection(('127.0.0.1', int(os.environ['HOST_PORT']))); print('ESCAPED')",
  'makes a socket of a descriptor':
    "import socket; socket.socket(fileno=3).connect(('127.0.0.1', 1)); print('ESCAPED')",
  'receives on every descriptor': `
import socket
for fd in range(64):
  try:
    s = socket.socket(socket.AF_INET, socket.SOCK_STREAM, fileno=fd)
    print('ESCAPED', s.recv(1))
  except (OSError, AttributeError, ValueError): pass`,
  'loads native code': "import ctypes; ctypes.CDLL(None).system(b'id'); print('ESCAPED')",
  'loads a native module':
    "import importlib.machinery as m; open('x.so', 'wb').write(b'\\x7fELF'); m.ExtensionFileLoader('x', 'x.so').create_module(m.ModuleSpec('x', None)); print('ESCAPED')",
  'starts a thread': "import threading; threading.Thread(target=lambda: print('ESCAPED')).start()",
  'shares memory':
    "from multiprocessing import shared_memory; shared_memory.SharedMemory(create=True, size=10); print('ESCAPED')",
  'reads and writes every descriptor': `
found = []
for fd in list(range(3, 300)) + [2**31 - 1]:
  for how in (lambda: os.read(fd, 10), lambda: os.write(fd, b'x'), lambda: os.pread(fd, 10, 0)):
    try: found.append((fd, how()))
    except OSError: pass
print('ESCAPED' if any(isinstance(got, bytes) and got for _, got in found) else 'nothing')`,
  'asks for another job': `
line = os.open('/strongroom/control', os.O_RDWR)
for word in (b'ready', b'oom', b'sleep -1', b'sleep nan', b'\\xff' * 100, b''):
  os.write(line, word)
print('ESCAPED' if os.read(line, 100) else 'nothing')`,
  signals: "import signal; os.kill(1, 9); print('ESCAPED')",
  mounts: "import posix; posix.mount('a', 'b'); print('ESCAPED')",
  'breaks the stack':
    "import sys; sys.setrecursionlimit(10**6)\ndef f(n): return sorted([1, 2], key=lambda _: f(n + 1))\nf(0)\nprint('ESCAPED')",
  'breaks the interpreter by its byte code':
    "f = lambda: 0\nf.__code__ = f.__code__.replace(co_code=bytes([255, 255] * 40), co_stacksize=1)\nprint('ESCAPED', f())",
};

export const javascriptEscapes: Readonly<Record<string, string>> = {
  'asks a constructor’s constructor for the process':
    "const process = console.log.constructor.constructor('return process')();\nprint(process.binding || process.mainModule || process.dlopen || process.reallyExit)",
  'asks every function’s constructor':
    "for (const f of reachable()) { try { if (f.constructor('return typeof WebAssembly')() === 'object') print(true) } catch {} }",
  'finds an object of another realm':
    'for (const value of reachable()) { if (Object.getPrototypeOf(value) && !(value instanceof Object)) print(Object.getPrototypeOf(Object.getPrototypeOf(value) ?? {}) ?? false) }',
  'imports what starts processes': "require('node:child_process').execSync('id'); print(true)",
  'imports it as a module': "import('node:child_process').then((m) => print(m.execSync('id')))",
  'imports a file of the host': 'import(process.env.HOST_FILE).then(() => print(true))',
  'requires a file of the host': 'require(process.env.HOST_FILE); print(true)',
  'requires it by a path that climbs': "require('../'.repeat(30) + process.env.HOST_FILE.slice(1)); print(true)",
  'reads a file of the host': "print(require('fs').readFileSync(process.env.HOST_FILE))",
  'reads it through a link':
    "const fs = require('fs'); fs.symlinkSync(process.env.HOST_FILE, 'l'); print(fs.readFileSync('l'))",
  'reads it by an URL': "print(require('fs').readFileSync('file://' + process.env.HOST_FILE))",
  'reads the environment of its process': "print(require('fs').readFileSync('/proc/self/environ'))",
  'reads descriptors': "for (let fd = 3; fd < 64; fd++) { try { print(require('fs').readFileSync(fd)) } catch {} }",
  'writes to descriptors':
    "const fs = require('fs'); for (let fd = 3; fd < 64; fd++) fs.writeSync(fd, 'X'.repeat(100))",
  connects: "fetch('http://127.0.0.1:' + process.env.HOST_PORT).then(() => print(true))",
  'uses a socket': "new WebSocket('ws://127.0.0.1:' + process.env.HOST_PORT); print(true)",
  'shares memory': "print(new SharedArrayBuffer(8) && typeof Worker !== 'undefined')",
  'compiles WebAssembly': 'print(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])))',
  'poisons what the host looks at': `
Object.prototype.then = (resolve) => resolve('poison');
Object.prototype.error = 'poison';
Object.prototype.value = { handle: 1 };
Array.prototype.map = () => { throw new Error('poison') };
String.prototype.startsWith = () => true;
JSON.parse = () => ({ constructor: 'poison' });
Object.defineProperty(globalThis, 'require', { get: () => { throw new Error('poison') } });
console.log('still here')`,
  'gives the host strange values': `
const fs = require('fs');
for (const value of [Symbol('x'), {}, [], () => 1, 10n, NaN, -1, 2 ** 53, new Proxy({}, { get: () => { throw 1 } })]) {
  for (const f of [fs.readFileSync, fs.writeFileSync, fs.mkdirSync, fs.renameSync, Buffer.from, require, process.exit.bind])
    { try { f(value, value, value) } catch {} }
}
console.log('still here')`,
  'throws strange things': 'throw new Proxy(function () {}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })',
  'throws from the words of its error':
    "const e = new Error('x'); Object.defineProperty(e, 'stack', { get() { throw e } }); throw e",
  'never ends its modules': "import './a.mjs'",
  'allocates in the host': `
const fs = require('fs');
for (let i = 0; i < 200; i++) { try { fs.writeFileSync('f' + i, new Uint8Array(8 << 20)) } catch (error) { console.log(error.code); break } }`,
  'asks for endless random bytes':
    "try { print(require('crypto').randomBytes(2 ** 31)) } catch (error) { console.log('refused') }",
};

/** The beginning of every Python attempt. */
export const pythonPrelude = 'import os\n';
/** The beginning of every JavaScript attempt. */
export const javascriptPrelude = `
const print = (found) => { if (found) console.log('ESCAPED', String(found)); };
const reachable = () => {
  const seen = new Set();
  const visit = (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) { try { visit(value[key]) } catch {} }
    visit(Object.getPrototypeOf(value));
  };
  visit(globalThis);
  return [...seen].filter((value) => typeof value === 'function');
};
`;
