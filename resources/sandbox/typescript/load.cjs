'use strict';
// Gives Node the JavaScript of a module in TypeScript, as CommonJS or as an ES module.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const { Script } = require('node:vm');
const { compile } = require('./compile.cjs');
const { isCompiled, isOfPackage, manifestOf, pathOf } = require('./paths.cjs');
const { configOf } = require('./tsconfig.cjs');

const moduleKeyword = /^[ \t]*(?:import|export)\b/m;

/** The hook `load` of Node. */
function loadModule(url, context, nextLoad) {
  const path = pathOf(url);
  if (path === undefined) return nextLoad(url, context);
  if (path.endsWith('.json') && isImportOfJson(context)) return loadJson(path);
  const isScript = path.endsWith('.js') && !isOfPackage(path);
  // A query makes another instance, which only a module can have.
  const isInstance = url.includes('?');
  const compiled = isCompiled(path) ? compileFile(path, isInstance) : isScript ? compileScript(path) : undefined;
  if (compiled === undefined) return nextLoad(url, context);
  const isImported = compiled.format === 'commonjs' && context.conditions?.includes('import') === true;
  return { ...(isImported ? asModule(path) : compiled), shortCircuit: true };
}

/**
 * Runs CommonJS and returns a module with its names. As in the code of tsc and tsx, `default` is what the source exports as
 * default, except of `.cts`, where it is all that the file exports, as in Node.
 */
function asModule(path) {
  const exported = createRequire(path)(path);
  const isMarked = Object(exported).__esModule === true && !/\.cts$/.test(path);
  const value = `createRequire(import.meta.url)(${JSON.stringify(path)})`;
  const lines = ["import { createRequire } from 'node:module';", `const value = ${value};`];
  const source = [...lines, exportsOf(isMarked ? 'value.default' : 'value', namesOf(exported))].join('\n');
  return { format: 'module', source };
}

function compileFile(path, isInstance) {
  return compileAs(path, fs.readFileSync(path, 'utf8'), isInstance ? 'module' : 'commonjs');
}

/** Compiles JavaScript of the project that imports and exports without saying that it is a module, as tsx does. */
function compileScript(path) {
  if (formatOf(path) !== undefined) return undefined;
  const source = fs.readFileSync(path, 'utf8');
  return moduleKeyword.test(source) ? compileAs(path, source) : undefined;
}

function isImportOfJson({ conditions, importAttributes }) {
  return conditions?.includes('import') === true && importAttributes?.type === undefined;
}

/** tsc and tsx need no attribute for JSON. Each property is a name of the module. */
function loadJson(path) {
  const value = fs.readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  const names = namesOf(parseJson(path, value));
  return { format: 'module', source: `const value = ${value};\n${exportsOf('value', names)}`, shortCircuit: true };
}

function parseJson(path, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`${path}: ${error.message}`);
  }
}

function namesOf(value) {
  const hasNames = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return hasNames ? Object.keys(value).filter((name) => name !== 'default') : [];
}

/** Returns the lines that export a value, and its properties by their names. */
function exportsOf(value, names) {
  const quoted = names.map((name) => JSON.stringify(name.toWellFormed()));
  return [
    `export default ${value};`,
    ...quoted.map((name, at) => `const $${at} = value[${name}]; export { $${at} as ${name} };`),
  ].join('\n');
}

/** Compiles to the format that the ending and package.json ask for, else to the preferred one. */
function compileAs(path, source, preferred = 'commonjs') {
  const options = configOf(path)?.options ?? {};
  const compileTo = (format) => ({ format, source: compile({ path, source, format, options }) });
  const format = formatOf(path);
  const compiled = compileTo(format ?? preferred);
  const isUndecided = format === undefined && compiled.format === 'commonjs';
  return isUndecided && needsModule(source, compiled.source) ? compileTo('module') : compiled;
}

/** Returns undefined if neither the ending nor package.json says it. */
function formatOf(path) {
  if (/\.mtsx?$/.test(path)) return 'module';
  if (/\.ctsx?$/.test(path)) return 'commonjs';
  const type = manifestOf(path)?.manifest.type;
  return type === 'module' || type === 'commonjs' ? type : undefined;
}

/** Returns true for code with a top-level `await`, which CommonJS lacks. */
function needsModule(source, compiled) {
  if (!/\bawait\b/.test(source)) return false;
  try {
    new Script(`(function (exports, require, module, __filename, __dirname) {${compiled}\n})`);
    return false;
  } catch {
    return true;
  }
}

module.exports = { loadModule };
