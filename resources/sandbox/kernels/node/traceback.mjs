import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { originalPosition } from './typescript.mjs';

// A cell can declare a name of these.
const { Error: AnyError, AggregateError: ManyErrors } = globalThis;
const driver = new URL('.', import.meta.url).href;
/** The name of a cell in V8, which allows no space. */
const scriptName = 'strongroom-cell-';
/** The frame in which the driver evaluates a cell. A stack can end with it, as its number of frames is limited. */
const evaluation = 'at Session.post (node:inspector:';
const limitCharacters = 64 * 1024;
const redeclarationHint =
  'An earlier cell may have declared it with another keyword. Use the same keyword or another name, or restart the context.';
/** Number of characters of a line that are shown with a syntax error. */
const excerptWidth = 160;

/**
 * Returns the last line of a cell's script, which gives it its name.
 * @param {number} cell
 */
export function nameComment(cell) {
  return `\n//# sourceURL=${scriptName}${cell}`;
}

/** Lets `error.stack` show the lines of cells, without the frames of this driver. */
export function installStacks() {
  Error.prepareStackTrace = (error, frames) => cleanStack(`${header(error)}${frames.map(frameLine).join('')}`);
}

/**
 * Returns the name, the message and the traceback of a thrown value. Getters that throw and proxies do no harm.
 * @param {unknown} thrown
 * @param {(value: unknown) => string} describe returns the text of a value that is not an error
 */
export function describeError(thrown, describe) {
  try {
    if (thrown instanceof AnyError) {
      const stack = typeof thrown.stack === 'string' && thrown.stack !== '' ? cleanStack(thrown.stack) : header(thrown);
      const name = String(thrown.name);
      return {
        name: bounded(name),
        message: bounded(String(thrown.message)),
        traceback: bounded(withCause(thrown, stack, describe)),
      };
    }
  } catch {
    // It cannot be read as an error.
  }
  const text = bounded(describe(thrown));
  return { name: 'Uncaught', message: text, traceback: `Uncaught ${text}` };
}

/**
 * Returns a syntax error of the cell with its line and a mark below it.
 * @param {{ code: string, cell: number, message: string, position: readonly [line: number, column: number] }} error
 */
export function describeSyntaxError({ code, cell, message, position: [line, column] }) {
  const text = code.split('\n', line)[line - 1] ?? '';
  const start = Math.max(0, column - excerptWidth / 2);
  const shown = text.slice(start, start + excerptWidth);
  const mark = `${shown.slice(0, column - 1 - start).replace(/[^\t]/g, ' ')}^`;
  const hint = message.endsWith('has already been declared') ? `\n${redeclarationHint}` : '';
  const traceback = `<cell ${cell}>:${line}\n${shown}\n${mark}\nSyntaxError: ${message}${hint}`;
  return { name: 'SyntaxError', message: bounded(message), traceback: bounded(traceback) };
}

/** The errors that caused the error, as Node prints them. */
function withCause(error, stack, describe) {
  const causes = [stack];
  for (let cause = error.cause; cause !== undefined && causes.length < 8; cause = cause?.cause) {
    causes.push(`Caused by: ${cause instanceof AnyError ? cleanStack(String(cause.stack)) : describe(cause)}`);
  }
  for (const inner of error instanceof ManyErrors ? error.errors.slice(0, 8) : []) {
    causes.push(`One of its errors: ${inner instanceof AnyError ? cleanStack(String(inner.stack)) : describe(inner)}`);
  }
  return causes.join('\n');
}

function header(error) {
  try {
    return AnyError.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

function frameLine(frame) {
  try {
    return `\n    at ${asWritten(frame)}`;
  } catch {
    return '';
  }
}

/** Returns a frame with the position in the source, if its file was compiled. */
function asWritten(frame) {
  const file = frame.getFileName();
  const map = typeof file === 'string' ? findSourceMap(file) : undefined;
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  const { originalLine, originalColumn } = map?.findEntry(line - 1, column - 1) ?? {};
  if (originalLine === undefined) return String(frame);
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  return String(frame).replace(`${file}:${line}:${column}`, () => `${path}:${originalLine + 1}:${originalColumn + 1}`);
}

/** Names cells, gives each position as written, and removes the frames of the driver. */
function cleanStack(stack) {
  const lines = stack.split('\n');
  const entry = lines.findLastIndex(
    (line, index) => line.includes(evaluation) && (index + 1 === lines.length || isOfDriver(lines[index + 1])),
  );
  const kept = entry < 0 ? lines : lines.slice(0, entry);
  return withoutInternalEnd(kept.filter((line) => !isNoise(line)).map(nameCells)).join('\n');
}

/** Removes Node's own frames at the end: they say how Node called the code above them. */
function withoutInternalEnd(lines) {
  return lines.slice(0, lines.findLastIndex((line) => !isInternal(line)) + 1);
}

function isInternal(line) {
  return line.startsWith('    at ') && line.includes('node:internal/');
}

/** Returns true for frames of the driver, and of Node between an `await` and its caller. */
function isNoise(line) {
  return isOfDriver(line) || (isInternal(line) && line.includes('process.processTicksAndRejections'));
}

function isOfDriver(line) {
  return line.startsWith('    at ') && line.includes(driver);
}

/** @param {string} line */
function nameCells(line) {
  if (!line.includes(scriptName)) return line;
  return line.replace(/strongroom-cell-(\d{1,10})(:\d{1,10}:\d{1,10})?/g, (_, cell, span = '') => {
    const [, row, column] = span.split(':').map(Number);
    return `<cell ${cell}>${row === undefined ? '' : `:${originalPosition(Number(cell), row, column).join(':')}`}`;
  });
}

function bounded(text) {
  if (text.length <= limitCharacters) return text;
  return `${text.slice(0, limitCharacters)}\n… ${text.length - limitCharacters} more characters`;
}
