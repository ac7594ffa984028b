import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daemonBuild } from '../../../scripts/build/daemon-build.ts';
import { createSourceNames } from '../../../src-daemon/logging/source-stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'source-stack-'));
const source = join(folder, 'entry.ts');
const bundle = join(folder, 'out/sample/index.js');

beforeAll(async () => {
  const lines = ['interface Absent {', '  gone: string;', '}', 'export function fail(): never {'];
  writeFileSync(source, [...lines, "  throw new Error('first line\\nsecond line');", '}', ''].join('\n'));
  const config = daemonBuild('sample', source);
  await build({ root: folder, ...config, configFile: false, logLevel: 'error' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a stack of the bundle', () => {
  const nameSources = createSourceNames(bundle, pathToFileURL(bundle).href);
  const stackOf = () => {
    const program = `import(${JSON.stringify(pathToFileURL(bundle).href)}).then((m) => m.fail()).catch((e) => console.log(e.stack))`;
    return execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  };

  it('names the source, its line and its column', () => {
    const stack = stackOf();
    expect(stack).toContain('index.js:');
    expect(nameSources(stack)).toContain(`fail (${source}:5:9)`);
    expect(nameSources(stack)).not.toContain('index.js:');
  });

  it('keeps its message, and what is not of the bundle', () => {
    const text = 'Error: a\nb\n    at node:internal/x:1:2\n    at file:///other/index.js:3:4';
    expect(nameSources(text)).toBe(text);
  });

  it('is left as it is where the position is not in the map', () => {
    const { href } = pathToFileURL(bundle);
    for (const position of ['99999:1', 'x:y', '', '1']) {
      const text = `Error\n    at ${href}:${position}`;
      expect(nameSources(text)).toBe(text);
    }
  });

  it('takes no longer for a message that repeats the name of the bundle', () => {
    const { href } = pathToFileURL(bundle);
    const text = `${href}:`.repeat(200_000);
    // A search that is not linear would exceed the time limit of the test.
    expect(nameSources(text)).toHaveLength(text.length);
  });
});

it('leaves a stack as it is where there is no map', () => {
  const text = 'Error\n    at file:///nowhere/index.js:1:1';
  expect(createSourceNames('/nowhere/index.js', 'file:///nowhere/index.js')(text)).toBe(text);
});
