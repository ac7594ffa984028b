import { Buffer } from 'node:buffer';
import { createRequire, SourceMap, stripTypeScriptTypes } from 'node:module';
import process from 'node:process';

const require = createRequire(import.meta.url);

const mapMark = '\n//# sourceMappingURL=data:application/json;base64,';
/** Number of cells whose line tables are retained. */
const tableLimit = 1000;

/**
 * The tables of cells whose lines have moved.
 * @type {Map<number, SourceMap>}
 */
const tables = new Map();

/**
 * Returns a cell of TypeScript as JavaScript. Types are replaced by spaces, which keeps lines and columns. Only a cell with
 * an enum, a namespace, a parameter property or a similar construct is compiled to other lines.
 * @param {string} code
 * @param {number} cell
 */
export function compileTypeScript(code, cell) {
  const decorated = mayHaveDecorators(code) ? compileDecorators(code) : undefined;
  if (decorated !== undefined) return withTable(decorated, cell);
  try {
    return stripTypeScriptTypes(code, { mode: 'strip' });
  } catch (error) {
    if (error.code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') throw error;
  }
  return withTable(stripTypeScriptTypes(code, { mode: 'transform', sourceMap: true }), cell);
}

function mayHaveDecorators(code) {
  return code.includes('@') && /\bclass\b/.test(code);
}

/**
 * Returns undefined for a cell that does not compile: Node's compiler reports its error. An import stays even if this cell does
 * not use it.
 * @param {string} code
 */
function compileDecorators(code) {
  const { compile } = require('../../typescript/compile.cjs');
  const { configOf } = require('../../typescript/tsconfig.cjs');
  const path = `${process.cwd()}/cell.ts`;
  const options = { ...configOf(path)?.options, verbatimModuleSyntax: true };
  try {
    return compile({ path, source: code, format: 'module', options });
  } catch {
    return undefined;
  }
}

/** Removes the source map at the end of the code, and keeps it as the table of the cell. */
function withTable(compiled, cell) {
  const end = compiled.lastIndexOf(mapMark);
  if (end < 0) return compiled;
  const payload = Buffer.from(compiled.slice(end + mapMark.length).trim(), 'base64').toString('utf8');
  tables.set(cell, new SourceMap(JSON.parse(payload)));
  for (const oldest of tables.keys()) if (tables.size > tableLimit) tables.delete(oldest);
  return compiled.slice(0, end);
}

/**
 * Returns the position in the cell as written. Lines and columns count from 1.
 * @param {number} cell
 * @param {number} line
 * @param {number} column
 * @returns {[line: number, column: number]}
 */
export function originalPosition(cell, line, column) {
  const entry = tables.get(cell)?.findEntry(line - 1, column - 1);
  return entry?.originalLine === undefined ? [line, column] : [entry.originalLine + 1, entry.originalColumn + 1];
}

/**
 * Returns the line and column, from 1, that an error of the compiler reports, or undefined for another error. The stack of
 * such an error begins with `:line`, some lines of code and a line of `^`.
 * @param {unknown} error
 * @returns {[line: number, column: number] | undefined}
 */
export function compileErrorPosition(error) {
  const [first = '', ...lines] = String(error?.stack).split('\n', 10);
  const line = Number(first.slice(1));
  if (!first.startsWith(':') || !Number.isInteger(line)) return undefined;
  const marks = lines.find((text) => text.trimStart().startsWith('^')) ?? '^';
  return [line, marks.indexOf('^') + 1];
}
