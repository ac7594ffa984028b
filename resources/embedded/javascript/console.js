// Guest code: the console.

const { process } = modules;
const { format, inspect } = modules.util;
const counts = new Map();
const marks = new Map();
let indent = '';
const print =
  (stream) =>
  (...args) => {
    const text = args.length === 0 ? '' : format(...args);
    stream.write(`${indent}${indent ? text.replaceAll('\n', `\n${indent}`) : text}\n`);
  };
const [log, error] = [print(process.stdout), print(process.stderr)];
const console = {
  log,
  info: log,
  debug: log,
  error,
  warn: error,
  dir: (value, options) => log(inspect(value, options)),
  table: (value) => log(value),
  trace: (...args) => error('Trace:', ...args),
  assert: (value, ...args) => value || error('Assertion failed', ...args),
  group: (...args) => {
    if (args.length > 0) log(...args);
    indent += '  ';
  },
  groupEnd: () => {
    indent = indent.slice(2);
  },
  count: (label = 'default') => {
    counts.set(label, (counts.get(label) ?? 0) + 1);
    log(`${label}: ${counts.get(label)}`);
  },
  time: (label = 'default') => void marks.set(label, host.now()),
  timeEnd: (label = 'default') => log(`${label}: ${(host.now() - marks.get(label)).toFixed(3)}ms`),
};
modules.console = console;
globalThis.console = console;
