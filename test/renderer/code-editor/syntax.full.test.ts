import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkJavaScript } from '../../../src-renderer/ui/code-editor/syntax/javascript-syntax.ts';
import { pythonCheck } from './python-check.ts';

const root = join(import.meta.dirname, '../../..');

it.each([
  ['typescript', ['src-*/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts'], 1500],
  ['javascript', ['scripts/**/*.mjs', 'node_modules/{lodash,vite,zod,playwright-core,@lezer}/**/*.{js,mjs,cjs}'], 1000],
])(
  'marks nothing in the %s that this checkout has',
  (language, patterns, atLeast) => {
    const files = globSync(patterns, { cwd: root }).filter((path) => !/resources|fixtures|\.d\.ts$/.test(path));
    const wrong = files.flatMap((path) => {
      const code = readFileSync(join(root, path), 'utf8');
      const [first] = code.length > 300_000 ? [] : checkJavaScript(code, language);
      return first === undefined ? [] : [`${path} ${first.from}: ${first.message}`];
    });
    expect(wrong).toEqual([]);
    expect(files.length).toBeGreaterThan(atLeast);
  },
  120_000,
);

it('marks nothing in the Python of this checkout and of the library of this machine', () => {
  const folders = globSync('/usr/lib/python3*');
  const files = [root, ...folders].flatMap((cwd) =>
    globSync(cwd === root ? ['examples/**/*.py', 'src-*/**/*.py', 'resources/**/*.py', 'clients/**/*.py'] : '**/*.py', {
      cwd,
    }).map((path) => join(cwd, path)),
  );
  const valid = files.filter((path) => !/\/(tests?|lib2to3)\//.test(path)).slice(0, 3000);
  const wrong = valid.flatMap((path) => {
    const [first] = pythonCheck()(readFileSync(path, 'utf8'));
    return first === undefined ? [] : [`${path} ${first.from}: ${first.message}`];
  });
  expect(wrong).toEqual([]);
  expect(valid.length).toBeGreaterThan(5);
}, 120_000);
