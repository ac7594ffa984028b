import { globSync } from 'node:fs';
import { sep } from 'node:path';

/** Lists the sources below a folder whose expressions are checked: all except tests and benchmarks. */
export function listSources(root: string): string[] {
  return globSync('{src-*,scripts,resources,clients}/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path) && !path.endsWith('.d.ts'))
    .toSorted();
}
