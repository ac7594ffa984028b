/** Tests lie where their source lies. */
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, readSource } from './checkout.ts';

/** These test more than the source, or need the process of the folder in which they lie. */
const elsewhere = [
  'test/daemon/packages/package-source.full.test.ts',
  'test/daemon/secrets/code-variables.full.test.ts',
  'test/engine/docker/run/compile-limits.full.test.ts',
  'test/scripts/safe-node.test.ts',
];

/** Returns the folder of the tests of a source. */
function mirrorOf(source: string): string {
  const folder = posix.dirname(source);
  return folder
    .replace(/^src-daemon\/engine/, 'test/engine')
    .replace(/^src-renderer\/(?:features|ui|app)/, 'test/renderer')
    .replace(/^src-/, 'test/');
}

/** Returns the source that a test is named after and imports; undefined if there is none. */
function sourceOf(test: string): string | undefined {
  const name = posix.basename(test).replace(/(?:\.full)?\.test\.ts$/, '');
  const imports = readSource(test).matchAll(/ from '(\.[^']+)'/g);
  const paths = [...imports].map(([, path = '']) => posix.join(posix.dirname(test), path));
  return paths.find((path) => path.startsWith('src-') && posix.parse(path).name === name);
}

function misplaced(tests: readonly string[]): string[] {
  return tests.flatMap((test) => {
    const source = sourceOf(test);
    if (source === undefined || mirrorOf(source) === posix.dirname(test)) return [];
    return [`${test} tests ${source}: move it to ${mirrorOf(source)}`];
  });
}

const tests = listFiles().filter((path) => path.startsWith('test/') && path.endsWith('.test.ts'));

it('a test that imports the source that it is named after lies in the folder that mirrors it', () => {
  expect(misplaced(tests.filter((test) => !elsewhere.includes(test)))).toEqual([]);
});

it('the tests that lie elsewhere are found', () => {
  expect(misplaced(elsewhere)).toHaveLength(elsewhere.length);
});
