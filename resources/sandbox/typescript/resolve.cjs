'use strict';
// Finds the file of an import as tsc and tsx do: without an ending, by the name that the compiler would have written, by
// `paths` and `baseUrl` of tsconfig.json. Node answers all other imports.
const fs = require('node:fs');
const { isBuiltin } = require('node:module');
const { dirname, resolve, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { findModule } = require('./candidates.cjs');
const { resolveImports } = require('resolve-pkg-maps');
const { isCompiled, isFile, isFolder, isOfPackage, manifestOf, pathOf, readJson } = require('./paths.cjs');
const { configOf } = require('./tsconfig.cjs');

/** The hook `resolve` of Node. */
function resolveModule(specifier, context, nextResolve) {
  const parent = pathOf(context.parentURL);
  if (parent === undefined || isForeign(parent) || isBuiltin(specifier)) return nextResolve(specifier, context);
  const [name, query] = splitQuery(specifier);
  const found = name.startsWith('#') ? findImported(name, parent, context) : findOwn(name, parent);
  if (found !== undefined) return { url: pathToFileURL(fs.realpathSync(found)).href + query, shortCircuit: true };
  try {
    return nextResolve(specifier, context);
  } catch (error) {
    // The target of `exports`, `imports` or a link of a workspace, by the name that the compiler would write.
    const target = error?.code === 'ERR_MODULE_NOT_FOUND' ? pathOf(error.url) : undefined;
    const source = target === undefined ? undefined : find(target, true);
    if (source === undefined) throw error;
    return { url: pathToFileURL(source).href + query, shortCircuit: true };
  }
}

/** Returns true for JavaScript of an installed package, to which the rules of Node apply. */
function isForeign(parent) {
  return isOfPackage(parent) && !isCompiled(parent);
}

/** Returns the path of a file of the project, or undefined if Node must answer. */
function findOwn(name, parent) {
  const isSource = isCompiled(parent);
  if (/^\.{1,2}(?:\/|$)/.test(name)) return find(folderName(name, resolve(dirname(parent), name)), isSource);
  const absolute = pathOf(name);
  if (absolute !== undefined) return find(absolute, isSource);
  if (/^[a-z][a-z\d+.-]+:/.test(name)) return undefined;
  for (const path of configOf(parent)?.candidatesOf(name) ?? []) {
    const found = find(path, isSource);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds a file of `imports` in package.json, by the name that the compiler would write. Node does not find the package.json
 * of a job that came after the start of the interpreter.
 */
function findImported(name, parent, { conditions }) {
  const { folder, manifest } = manifestOf(parent) ?? {};
  if (typeof manifest?.imports !== 'object') return undefined;
  try {
    const targets = resolveImports(manifest.imports, name, conditions);
    const files = targets.filter((target) => target.startsWith('./')).map((target) => find(join(folder, target), true));
    return files.find((file) => file !== undefined);
  } catch {
    return undefined;
  }
}

/** Names that end with a slash, `.` or `..` are of folders, even if there is a file of the same name. */
function folderName(name, path) {
  return /(?:^|\/)\.{0,2}$/.test(name) ? `${path}/` : path;
}

function find(base, prefersSources) {
  const readMain = (folder) => {
    const main = readJson(join(folder, 'package.json'))?.main;
    return typeof main === 'string' ? main : undefined;
  };
  return findModule(base, { isFile, isFolder, readMain, prefersSources });
}

/** Separates `?query` and `#hash`, which make a module of their own. */
function splitQuery(specifier) {
  const start = specifier.search(/[?#]/);
  if (start <= 0 || isFile(specifier)) return [specifier, ''];
  return [specifier.slice(0, start), specifier.slice(start)];
}

module.exports = { resolveModule };
