// TypeScript in the embedded engine, with the rules of the image (resources/sandbox/typescript). Node's own compiler removes
// types quickly. swc as WebAssembly compiles what needs more. The configuration is read from the files of the run.
import { createRequire, SourceMap, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { createProject } from './typescript-project.mjs';

/** QuickJS has the language of this year, without decorators. */
const target = 'es2022';
/** An import of the project's own files, which may be of a type, and constructs that Node's compiler lacks. */
const needsCompiler =
  /\bfrom\s*['"][.@~#]|(?:^|[^\w$.])@[\w$(]|\baccessor\s|\busing\s|\bimport\s+\w+\s*=|\bexport\s*=|\bimport\.meta\b/;
const moduleKeyword = /^[ \t]*(?:import|export)\b/m;
const mapMark = '\n//# sourceMappingURL=data:application/json;base64,';

/** @typedef {import('./typescript-project.mjs').Tools} Tools */

/** @param {Tools} tools @param {{ run: any }} deps */
export function createTypeScript(tools, { run }) {
  const require = createRequire(join(tools.rules, 'main.cjs'));
  const { compileOptions } = require('./compile-options.cjs');
  const { find, candidatesOf, optionsOf, formatOf } = createProject(tools, { run });
  /** @type {Map<string, SourceMap>} */
  const maps = new Map();
  /** @type {Map<string, string>} */
  const formats = new Map();
  return { find, candidatesOf, compile, isModule, asWritten };

  /**
   * Returns JavaScript: a module, or CommonJS.
   * @param {string} text
   * @param {string} file
   * @param {'main' | 'require' | 'import'} use
   */
  function compile(text, file, use) {
    // QuickJS cannot require a module.
    const declared = use === 'require' ? 'commonjs' : formatOf(file);
    const format = declared ?? (use === 'import' ? 'module' : 'commonjs');
    const isQuick = (format === 'module' || use === 'main' || !moduleKeyword.test(text)) && isPlain(text, file);
    const quick = isQuick ? stripTypes(text, file) : undefined;
    if (use === 'import') formats.set(file, format);
    if (quick !== undefined) return quick;
    const compiled = compileTo(format, { text, file });
    const isUndecided = declared === undefined && format === 'commonjs';
    return isUndecided && needsModule(text, compiled) ? compileTo('module', { text, file }) : compiled;
  }

  /** Returns true if the removal of types may be enough. @param {string} text @param {string} file */
  function isPlain(text, file) {
    if (/x$/.test(file) || needsCompiler.test(text)) return false;
    const { jsc } = compileOptions({ path: file, format: 'module', options: optionsOf(file) });
    return jsc.transform.useDefineForClassFields;
  }

  /** Undefined for a file that was not imported. @param {string} file */
  function isModule(file) {
    const format = formats.get(file);
    return format === undefined ? undefined : format === 'module';
  }

  /** Undefined for code that swc must compile, or whose error swc describes. @param {string} text @param {string} file */
  function stripTypes(text, file) {
    try {
      return stripTypeScriptTypes(text, { mode: 'strip' });
    } catch (error) {
      if (/** @type {any} */ (error).code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') return undefined;
    }
    return withoutMap(stripTypeScriptTypes(text, { mode: 'transform', sourceMap: true }), file);
  }

  /** @param {'module' | 'commonjs'} format @param {{ text: string, file: string }} source */
  function compileTo(format, { text, file }) {
    const chosen = compileOptions({ path: file, format, options: optionsOf(file) });
    chosen.jsc.target = target;
    return withoutMap(transform(text, chosen), file);
  }

  /** Returns true for code with a top-level `await`, which is an error in a script. @param {string} text @param {string} script */
  function needsModule(text, script) {
    if (!/\bawait\b/.test(text)) return false;
    try {
      const jsc = { target: 'esnext', parser: { syntax: 'ecmascript' } };
      transform(script, { isModule: false, swcrc: false, configFile: false, jsc });
      return false;
    } catch {
      return true;
    }
  }

  /** @param {string} text @param {object} options @returns {string} */
  function transform(text, options) {
    return require(join(tools.swc, 'wasm.js')).transformSync(text, options).code;
  }

  /** Keeps the source map at the end of the code. @param {string} code @param {string} file */
  function withoutMap(code, file) {
    const end = code.lastIndexOf(mapMark);
    if (end < 0) return code;
    const map = Buffer.from(code.slice(end + mapMark.length).trim(), 'base64').toString('utf8');
    maps.set(file, new SourceMap(JSON.parse(map)));
    return code.slice(0, end);
  }

  /** Returns the text of an error with the positions of the author. @param {string} text */
  function asWritten(text) {
    let written = text;
    for (const [file, map] of maps) {
      const [first = '', ...rest] = written.split(`${file}:`);
      written = first + rest.map((part) => `${file}:${atPosition(map, part)}`).join('');
    }
    return written;
  }
}

/** Replaces the line and the column at the start of a text. @param {SourceMap} map @param {string} text */
function atPosition(map, text) {
  const [found = '', line, column] = /^(\d{1,9}):(\d{1,9})/.exec(text) ?? [];
  const entry = /** @type {any} */ (map.findEntry(Number(line) - 1, Number(column) - 1));
  if (found === '' || entry?.originalLine === undefined) return text;
  return `${entry.originalLine + 1}:${entry.originalColumn + 1}${text.slice(found.length)}`;
}
