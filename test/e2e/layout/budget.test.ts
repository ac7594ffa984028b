import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const folder = join(import.meta.dirname, '../../../out/renderer');
const limitBytes = 300 * 1024;

it('the first screen is under 300 KB with page, scripts, styles and fonts, and the editor is not in it', () => {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const scripts = [...filesOf(manifest, 'index.html')];
  const styles = Object.values(manifest).filter(({ file }) => file.endsWith('.css'));
  expect(styles).toHaveLength(1);
  const names = ['index.html', ...scripts, ...styles.map(({ file }) => file)];
  const files = names.map((file) => readFileSync(join(folder, file)));
  const bytes = files.reduce((sum, content) => sum + gzipSync(content).length, 0);
  expect(bytes).toBeLessThan(limitBytes);
  expect(files.some((content) => content.includes('cm-activeLine'))).toBe(false);
});

it('is built for use, also when a test run builds it', () => {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const scripts = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));
  const isForDevelopment = ({ file }: Chunk) => readFileSync(join(folder, file), 'utf8').includes('jsxDEV');
  expect(scripts.filter(isForDevelopment)).toEqual([]);
});

/** Returns all files that must be loaded before a module runs. */
function filesOf(manifest: Record<string, Chunk>, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found);
  return found;
}
