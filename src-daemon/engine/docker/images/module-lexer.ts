import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { SourceFile } from './build-context.ts';

const require = createRequire(import.meta.url);

/** Returns the parser that the JavaScript kernel imports from its own folder. The image has no packages of npm. */
export async function readModuleLexer(): Promise<SourceFile> {
  return { path: 'kernels/node/es-module-lexer.mjs', content: await readFile(require.resolve('es-module-lexer/js')) };
}
