import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const wasmFile = createRequire(import.meta.url).resolve('@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm');
const addressInPackage = "new URL('ruff_wasm_bg.wasm', import.meta.url)";

let compressed: { fileName: string; integrity: string; source: Buffer } | undefined;

/** Compresses the parser once: each worker of the interface has its own build. */
function parser() {
  if (compressed !== undefined) return compressed;
  const source = gzipSync(readFileSync(wasmFile));
  const hash = createHash('sha256').update(source);
  const integrity = `sha256-${hash.copy().digest('base64')}`;
  const fileName = `assets/python-parser-${hash.digest('hex').slice(0, 12)}.wasm.gz`;
  compressed = { fileName, integrity, source };
  return compressed;
}

/**
 * Adds Ruff's parser to the built interface, compressed (4 of 11 MB) and with its hash, because the page uses no file
 * without one. `PYTHON_PARSER` in the sources becomes its address and its hash.
 */
export function pythonParserPlugin(): Plugin {
  return {
    name: 'strongroom-python-parser',
    config() {
      const { fileName, integrity } = parser();
      return { define: { PYTHON_PARSER: JSON.stringify({ url: `/${fileName}`, integrity }) } };
    },
    transform(code, id) {
      if (!id.includes('ruff-wasm-web/ruff_wasm.js')) return undefined;
      if (!code.includes(addressInPackage)) throw new Error('the package of Ruff loads its parser in another way');
      // The page loads the file itself. Otherwise vite would add it a second time.
      return { code: code.replace(addressInPackage, 'undefined'), map: null };
    },
    generateBundle() {
      if (this.environment.config.isWorker) return;
      const { fileName, source } = parser();
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
