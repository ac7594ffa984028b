'use strict';
// Questions about paths, which the modules of this folder share. No answer is kept: a program makes files while it runs.
const fs = require('node:fs');
const { dirname, join } = require('node:path');
const { fileURLToPath } = require('node:url');

const typescript = /\.[cm]?tsx?$|\.jsx$/;

/** Returns the path of a `file:` URL without its query, or undefined for another address. */
function pathOf(address) {
  if (address === undefined || address === null) return undefined;
  if (address.startsWith('/')) return address;
  if (!address.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

/** Returns true for a file that the compiler must read: TypeScript, and JavaScript with JSX. */
function isCompiled(path) {
  return typescript.test(path);
}

/** Returns true for a file of an installed package. */
function isOfPackage(path) {
  return path.includes('/node_modules/');
}

function isFile(path) {
  return fs.statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isFolder(path) {
  return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns the JSON object in a file, or undefined if there is none. */
function readJson(path) {
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the nearest package.json above a file, and its folder. That of an installed package is the last. */
function manifestOf(path) {
  for (let folder = dirname(path); !folder.endsWith('/node_modules'); folder = dirname(folder)) {
    const manifest = readJson(join(folder, 'package.json'));
    if (manifest !== undefined) return { folder, manifest: Object(manifest) };
    if (folder === dirname(folder)) return undefined;
  }
  return undefined;
}

module.exports = { pathOf, isCompiled, isOfPackage, isFile, isFolder, manifestOf, readJson };
