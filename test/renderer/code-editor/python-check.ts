import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initSync } from '@astral-sh/ruff-wasm-web';
import { createPythonCheck } from '../../../src-renderer/ui/code-editor/syntax/python-syntax.ts';

let check: ReturnType<typeof createPythonCheck> | undefined;

/** The check of Python as its worker has it. */
export function pythonCheck(): ReturnType<typeof createPythonCheck> {
  if (check === undefined) {
    const file = createRequire(import.meta.url).resolve('@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm');
    initSync({ module: readFileSync(file) });
    check = createPythonCheck();
  }
  return check;
}
