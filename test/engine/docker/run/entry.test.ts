import { expect, test } from 'vitest';
import { describeWithDocker, run } from '../docker-fixture.ts';

describeWithDocker('a program with a path of its own', (fixture) => {
  test.each([
    {
      language: 'python',
      entry: 'src/app.py',
      code: 'import sibling\nimport sys\nprint(__file__, sibling.name, sys.argv)',
      files: { 'src/sibling.py': 'name = "next to it"', 'sibling.py': 'name = "elsewhere"' },
      stdout: "/work/src/app.py next to it ['/work/src/app.py', 'x']\n",
    },
    {
      language: 'javascript',
      entry: 'src/app.mjs',
      code: 'import { name } from "./lib/sibling.mjs";\nconsole.log(import.meta.filename, name, process.argv[2]);',
      files: { 'src/lib/sibling.mjs': 'export const name = "below it";' },
      stdout: '/work/src/app.mjs below it x\n',
    },
    {
      language: 'javascript',
      entry: 'app.js',
      code: 'import { name } from "./sibling.js";\nconsole.log(name, process.argv[2]);',
      files: { 'sibling.js': 'export const name = "a module";', 'package.json': '{"type":"module"}' },
      stdout: 'a module x\n',
    },
    {
      language: 'typescript',
      entry: 'src/app.ts',
      code: 'import { Kind } from "./kind.ts";\nconsole.log(Kind.Next, process.argv[2]);',
      files: { 'src/kind.ts': 'export enum Kind { Next = "next" }' },
      stdout: 'next x\n',
    },
    {
      language: 'bash',
      entry: 'bin/tool.sh',
      code: '. "$(dirname "$0")/lib.sh"\necho "$0 $(name) $1"',
      files: { 'bin/lib.sh': 'name() { echo sourced; }' },
      stdout: '/work/bin/tool.sh sourced x\n',
    },
  ])('finds its files: $language at $entry', async ({ stdout, ...job }) => {
    const result = await run(fixture().engine, { ...job, args: ['x'] });
    expect(result).toMatchObject({ stderr: '', stdout, files: [] });
  });

  test.each([
    ['a/app.py', 'a/app.py', { path: 'files[0].path', message: 'is the name of the program itself' }],
    ['a/app.py', 'a/app.py/b', { path: 'files[0].path', message: 'is the name of the program itself' }],
    ['a/app.py', 'a', { path: 'files[0].path', message: 'is the folder of the program' }],
    ['../app.py', 'x', { path: 'entry', message: 'must be a plain relative path' }],
  ])('is refused at %s with the file %s', async (entry, file, fault) => {
    const refused = run(fixture().engine, { language: 'python', entry, files: { [file]: '' } });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', details: [fault] });
  });

  test('may be next to a file with the usual name', async () => {
    const files = { 'main.py': 'print("other")' };
    const result = await run(fixture().engine, { language: 'python', entry: 'app.py', code: 'import main', files });
    expect(result).toMatchObject({ stdout: 'other\n', stderr: '' });
  });
});
