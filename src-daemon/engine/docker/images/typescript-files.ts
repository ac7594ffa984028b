import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SourceFile } from './build-context.ts';

const require = createRequire(import.meta.url);
/** The package with swc's addon, by the architecture of the engine. Its libraries are those of the image. */
const addons: Readonly<Record<string, string>> = {
  x86_64: '@swc/core-linux-x64-gnu',
  aarch64: '@swc/core-linux-arm64-gnu',
};
const folder = 'typescript';

/**
 * Returns the packages with which the image runs TypeScript: the reader of tsconfig.json, and swc. npm installs the addon of
 * swc on Linux of the same architecture. Elsewhere the image has swc as WebAssembly, which does the same more slowly.
 */
export async function readTypeScriptFiles(architecture: string): Promise<SourceFile[]> {
  const reader = require.resolve('get-tsconfig');
  const maps = createRequire(reader).resolve('resolve-pkg-maps');
  const named = [
    { path: `${folder}/node_modules/get-tsconfig.js`, file: reader },
    { path: `${folder}/node_modules/resolve-pkg-maps.js`, file: maps },
    ...compilerFiles(addons[architecture]),
  ];
  return Promise.all(named.map(async ({ path, file }) => ({ path, content: await readFile(file) })));
}

/** Exported for tests. */
export function compilerFiles(addon: string | undefined): { path: string; file: string }[] {
  const found = addon === undefined ? undefined : resolveOptional(addon);
  if (found !== undefined) return [{ path: `${folder}/swc/swc.node`, file: found }];
  const wasm = dirname(require.resolve('@swc/wasm'));
  return ['wasm.js', 'wasm_bg.wasm'].map((name) => ({ path: `${folder}/swc/${name}`, file: join(wasm, name) }));
}

function resolveOptional(name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}
