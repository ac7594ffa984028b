// Guest code: standard input as a stream, and `readline` over it.

const { process } = modules;
const { Buffer } = modules.buffer;
const { setImmediate } = modules.timers;
const EventEmitter = modules.events;
const stdin = new EventEmitter();
const readAll = () => new Buffer(host.readStdin(-1));
let stdinEncoding;
const listen = stdin.on;
let isFlowing = false;
Object.assign(stdin, {
  fd: 0,
  isTTY: false,
  setEncoding: (encoding) => {
    stdinEncoding = encoding;
    return stdin;
  },
  resume: () => {
    if (isFlowing) return stdin;
    isFlowing = true;
    setImmediate(() => {
      const bytes = readAll();
      if (bytes.length > 0) stdin.emit('data', stdinEncoding ? bytes.toString(stdinEncoding) : bytes);
      stdin.emit('end');
      stdin.emit('close');
    });
    return stdin;
  },
  pause: () => stdin,
  on: (name, listener) => {
    listen.call(stdin, name, listener);
    if (name === 'data' || name === 'end') stdin.resume();
    return stdin;
  },
  async *[Symbol.asyncIterator]() {
    const bytes = readAll();
    if (bytes.length > 0) yield stdinEncoding ? bytes.toString(stdinEncoding) : bytes;
  },
});
process.stdin = stdin;

function createInterface() {
  const reader = new EventEmitter();
  const lines = () => {
    const text = readAll().toString();
    return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  };
  let left;
  const nextLine = () => {
    left ??= lines();
    return left.shift();
  };
  setImmediate(() => {
    if (reader.listenerCount('line') === 0) return;
    for (let line = nextLine(); line !== undefined; line = nextLine()) reader.emit('line', line);
    reader.emit('close');
  });
  return Object.assign(reader, {
    question: (prompt, ...rest) => {
      process.stdout.write(prompt);
      rest.at(-1)?.(nextLine() ?? '');
    },
    close: () => void reader.emit('close'),
    async *[Symbol.asyncIterator]() {
      for (let line = nextLine(); line !== undefined; line = nextLine()) yield line;
    },
  });
}

modules.readline = { createInterface };
modules['readline/promises'] = {
  createInterface: () => {
    const reader = createInterface();
    const { question } = reader;
    return Object.assign(reader, { question: (prompt) => new Promise((done) => question(prompt, done)) });
  },
};
