'use strict';
// The names that a file of TypeScript can have for the name in an import, in the order of tsc.
const posix = require('node:path').posix;

/** Maps the endings of files that the compiler writes to the endings of their sources. */
const sources = { '.js': ['.ts', '.tsx'], '.jsx': ['.tsx', '.jsx'], '.mjs': ['.mts'], '.cjs': ['.cts'] };
/** Endings that a source may leave out. `.mts` and `.cts` may not be, as for tsc. */
const omittedBySources = ['.ts', '.tsx', '.js', '.jsx', '.json'];
/** Those that JavaScript may leave out, as in Node. */
const omittedByScripts = ['.js', '.json', '.ts', '.tsx', '.jsx'];

/**
 * Returns the paths at which to look for a name without its query. The first that is a file is the module.
 * @param {string} base the absolute path that the import names
 * @param {{ isFile: (path: string) => boolean, isFolder: (path: string) => boolean,
 *   readMain: (folder: string) => string | undefined, prefersSources: boolean }} options
 * @returns {string | undefined}
 */
function findModule(base, options) {
  const { isFile, isFolder, readMain } = options;
  const found = findFile(base, options);
  if (found !== undefined || !isFolder(base)) return found;
  const main = readMain(base);
  const named = main === undefined ? undefined : findFile(posix.resolve(base, main), options);
  return (
    named ??
    omittedBy(options)
      .map((ending) => `${base}/index${ending}`)
      .find(isFile)
  );
}

function omittedBy({ prefersSources }) {
  return prefersSources ? omittedBySources : omittedByScripts;
}

/** Finds a file, not the index of a folder. */
function findFile(base, options) {
  const { isFile, prefersSources } = options;
  const named = base.endsWith('/') ? [] : [base];
  const ending = /\.[cm]?jsx?$/.exec(base)?.[0];
  const written = (sources[ending] ?? []).map((source) => base.slice(0, -ending.length) + source);
  const order = prefersSources ? [...written, ...named] : [...named, ...written];
  return [...order, ...(base.endsWith('/') ? [] : omittedBy(options).map((one) => base + one))].find(isFile);
}

module.exports = { findModule };
