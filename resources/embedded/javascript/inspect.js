// Guest code, which runs inside the sandbox before the program: formats values as Node's console does.

const lineWidth = 72;
const framesShown = 12;
const plainKey = /^[A-Za-z_$][\w$]*$/;

function inspect(value, options = {}) {
  const depth = options.depth === undefined ? 2 : (options.depth ?? Number.POSITIVE_INFINITY);
  return show(value, { depth, seen: [] });
}

function show(value, context) {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return value.toString();
  if (Object.is(value, -0)) return '-0';
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return String(value);
  if (context.seen.includes(value)) return '[Circular *1]';
  const custom = value[inspect.custom];
  if (typeof custom === 'function') return String(custom.call(value, context.depth, {}, inspect));
  return showObject(value, context);
}

function quote(text) {
  if (!text.includes("'")) return `'${escapeText(text)}'`;
  if (!text.includes('"')) return `"${escapeText(text)}"`;
  return `'${escapeText(text).replaceAll("'", "\\'")}'`;
}

function escapeText(text) {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
}

function showObject(value, { depth, seen }) {
  const inner = { depth: depth - 1, seen: [...seen, value] };
  if (typeof value === 'function') return withKeys(functionName(value), value, { inner, depth });
  if (value instanceof Error)
    return withKeys(errorText(value), value, { inner, depth, skip: ['stack', 'message', 'name', 'cause'] });
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return value.toString();
  if (value instanceof Promise) return 'Promise {}';
  const name = constructorName(value);
  if (depth < 0) return `[${Array.isArray(value) ? 'Array' : name || 'Object: null prototype'}]`;
  if (value instanceof Map) {
    const items = Array.from(value, ([key, item]) => `${show(key, inner)} => ${show(item, inner)}`);
    return braces(`Map(${value.size}) `, items);
  }
  if (value instanceof Set)
    return braces(
      `Set(${value.size}) `,
      Array.from(value, (item) => show(item, inner)),
    );
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return showList(value, { inner, name });
  const prefix = name === 'Object' ? '' : `${name || '[Object: null prototype]'} `;
  return braces(prefix, entriesOf(value, inner));
}

function withKeys(text, value, { inner, depth, skip = [] }) {
  const entries = depth < 0 ? [] : entriesOf(value, inner, skip);
  return entries.length === 0 ? text : braces(`${text} `, entries);
}

function functionName(value) {
  const isClass = /^class\b/.test(Function.prototype.toString.call(value));
  if (isClass) return `[class ${value.name || '(anonymous)'}]`;
  return value.name ? `[Function: ${value.name}]` : '[Function (anonymous)]';
}

function constructorName(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null ? '' : (prototype.constructor?.name ?? 'Object');
}

function showList(value, { inner, name }) {
  const items = [];
  for (let index = 0; index < Math.min(value.length, 100); index++) {
    items.push(index in value ? show(value[index], inner) : '<empty>');
  }
  if (value.length > 100) items.push(`... ${value.length - 100} more items`);
  if (Array.isArray(value)) {
    const named = Object.keys(value).filter((key) => !/^\d+$/.test(key));
    items.push(...named.map((key) => `${showKey(key)}: ${show(value[key], inner)}`));
  }
  const prefix = name === 'Array' ? '' : `${name}(${value.length}) `;
  return list(prefix, items, ['[', ']']);
}

function entriesOf(value, inner, skip = []) {
  const keys = [
    ...Object.keys(value),
    ...Object.getOwnPropertySymbols(value).filter((key) => Object.getOwnPropertyDescriptor(value, key).enumerable),
  ];
  return keys.filter((key) => !skip.includes(key)).map((key) => `${showKey(key)}: ${showProperty(value, key, inner)}`);
}

function showProperty(value, key, inner) {
  const { get, set } = Object.getOwnPropertyDescriptor(value, key);
  if (get === undefined && set === undefined) return show(value[key], inner);
  return get && set ? '[Getter/Setter]' : get ? '[Getter]' : '[Setter]';
}

function showKey(key) {
  if (typeof key === 'symbol') return `[${key.toString()}]`;
  return plainKey.test(key) ? key : quote(key);
}

function braces(prefix, items) {
  return list(prefix, items, ['{', '}']);
}

function list(prefix, items, [open, close]) {
  if (items.length === 0) return `${prefix}${open}${close}`;
  const oneLine = `${prefix}${open} ${items.join(', ')} ${close}`;
  if (oneLine.length <= lineWidth && !oneLine.includes('\n')) return oneLine;
  const lines = shortItems(items) ? inColumns(items) : items;
  return `${prefix}${open}\n${lines.map((item) => `  ${item.replaceAll('\n', '\n  ')}`).join(',\n')}\n${close}`;
}

function shortItems(items) {
  return items.length > 6 && items.every((item) => item.length <= 6 && !item.includes(':'));
}

function inColumns(items) {
  const width = Math.max(...items.map((item) => item.length)) + 2;
  const columns = Math.max(
    Math.min(Math.floor(80 / width), 16, Math.round(Math.sqrt(2.5 * width * items.length) / width)),
    1,
  );
  const rows = [];
  for (let at = 0; at < items.length; at += columns) {
    rows.push(
      items
        .slice(at, at + columns)
        .map((item) => item.padStart(width - 2))
        .join(', '),
    );
  }
  return rows;
}

/** An error as Node prints it: what it is, then where it came from. */
function errorText(error) {
  const head = String(error.message) === '' ? `${error.name}` : `${error.name}: ${error.message}`;
  const stack =
    typeof error.stack === 'string' ? error.stack.split('\n').slice(0, framesShown).join('\n').trimEnd() : '';
  const cause = error.cause === undefined ? '' : `\n  [cause]: ${inspect(error.cause)}`;
  return `${stack === '' || stack.startsWith(head) ? stack || head : `${head}\n${stack}`}${cause}`;
}

function format(first, ...rest) {
  if (typeof first !== 'string') return [first, ...rest].map(plain).join(' ');
  const text = first.replaceAll(/%[sdifjoOc%]/g, (mark) => {
    if (mark === '%%') return '%';
    return rest.length === 0 ? mark : formatOne(mark, rest.shift());
  });
  return [text, ...rest.map(plain)].join(' ');
}

function formatOne(mark, value) {
  if (mark === '%s') return typeof value === 'object' ? inspect(value, { depth: 0 }) : String(value);
  if (mark === '%d') return typeof value === 'bigint' ? `${value}n` : String(Number(value));
  if (mark === '%i') return String(Number.parseInt(value, 10));
  if (mark === '%f') return String(Number.parseFloat(value));
  if (mark === '%j') return JSON.stringify(value);
  return mark === '%c' ? '' : inspect(value, { depth: 4 });
}

function plain(value) {
  return typeof value === 'string' ? value : inspect(value);
}

inspect.custom = Symbol.for('nodejs.util.inspect.custom');
const promisify =
  (call) =>
  (...args) =>
    new Promise((resolve, reject) => {
      call(...args, (error, value) => (error ? reject(error) : resolve(value)));
    });
modules.util = {
  inspect,
  format,
  promisify,
  isDeepStrictEqual: (a, b) => modules.assert.isDeepEqual(a, b),
  types: { isPromise: (value) => value instanceof Promise, isDate: (value) => value instanceof Date },
};
