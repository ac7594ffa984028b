'use strict';
// The tsconfig.json that holds for a file: the nearest one above it. get-tsconfig reads `extends`, and stops at circles.
const { dirname } = require('node:path');
const { createPathsMatcher, getTsconfig } = require('get-tsconfig');

/** The result by folder. A program does not change its own configuration. */
const known = new Map();
const reported = new Set();

/**
 * Returns the options of the compiler and the paths of a name that is not relative, or undefined if there is no file.
 * @param {string} path of a source
 * @returns {{ options: Record<string, any>, candidatesOf: (name: string) => string[] } | undefined}
 */
function configOf(path) {
  const folder = dirname(path);
  if (!known.has(folder)) known.set(folder, readConfig(folder));
  return known.get(folder);
}

function readConfig(folder) {
  try {
    const found = getTsconfig(folder);
    if (found === null) return undefined;
    const candidatesOf = createPathsMatcher(found) ?? (() => []);
    return { options: found.config.compilerOptions ?? {}, candidatesOf };
  } catch (error) {
    report(folder, error);
    return undefined;
  }
}

/** As in tsx, a configuration that cannot be read does not end the program. But it says so. */
function report(folder, error) {
  const text = `Warning: the tsconfig.json above ${folder} is not used: ${error.message}`;
  if (reported.has(error.message)) return;
  reported.add(error.message);
  process.stderr.write(`${text}\n`);
}

module.exports = { configOf };
