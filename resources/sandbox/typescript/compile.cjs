'use strict';
// Compiles one file with swc. The image has swc's addon for its processor, or else swc as WebAssembly.
const { Buffer } = require('node:buffer');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { compileOptions } = require('./compile-options.cjs');

const addon = join(__dirname, 'swc', 'swc.node');
/** Returns swc's function, which is loaded when it is first used. */
let transform = (...args) => {
  transform = loadSwc();
  return transform(...args);
};

function loadSwc() {
  if (!existsSync(addon)) {
    const { transformSync } = require('./swc/wasm.js');
    return transformSync;
  }
  const { transformSync } = require(addon);
  return (source, options) => transformSync(source, false, Buffer.from(JSON.stringify(options)));
}

/**
 * Returns the JavaScript of a source, with a source map as its last line.
 * @param {{ path: string, source: string, format: 'commonjs' | 'module', options: Record<string, any> }} input
 */
function compile({ path, source, format, options }) {
  try {
    return transform(source, compileOptions({ path, format, options })).code;
  } catch (error) {
    throw syntaxError(path, error); // node-do-not-add-exception-line
  }
}

/** Returns the error of the compiler as Node shows errors of the syntax: with the file, the line and a mark. */
function syntaxError(path, error) {
  const report = String(error?.message ?? error);
  const [, message = report] = /^ *[x×] (.*)$/m.exec(report) ?? [];
  const [, line, text, marks] = /^ *(\d{1,9}) [|│] (.*)\n *[:·] (.*)$/m.exec(report) ?? [];
  const made = new SyntaxError(message);
  const shown = text === undefined ? report.trimEnd() : `${text}\n${marks}`;
  made.stack = `${path}${line === undefined ? '' : `:${line}`}\n${shown}\n\nSyntaxError: ${message}`;
  return made;
}

module.exports = { compile };
