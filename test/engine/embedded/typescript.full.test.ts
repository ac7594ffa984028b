/** TypeScript as people write it, without Docker: what QuickJS can do. */
import { describe, expect, test } from 'vitest';
import { modulesPrograms } from '../docker/run/typescript/modules-programs.ts';
import { resolutionPrograms } from '../docker/run/typescript/resolution-programs.ts';
import { syntaxPrograms } from '../docker/run/typescript/syntax-programs.ts';
import { run, useEmbeddedEngine } from './embedded-fixture.ts';

/** docs/compatibility.md names them. */
const dockerOnly = new Set([
  // QuickJS has no import.meta.filename.
  'an .mts program imports modules and CommonJS',
  '"imports" of package.json',
  'two names of one file are one module',
  'package.json says that it is a module',
  'an installed package that is a module',
  'import() of computed names, and with a query',
  'worker threads and forked processes are TypeScript as well',
  'JSX as tsconfig.json says: automatic',
  'using',
  // The stacks of QuickJS have another form. Uncaught errors are tested below.
  'a stack has the lines of the author',
  'a stack has the lines of the author in modules',
  'a stack has the lines of the author below a decorator',
]);

describe('TypeScript in the embedded engine', () => {
  const engine = useEmbeddedEngine();

  const programs = Object.entries({ ...resolutionPrograms, ...modulesPrograms, ...syntaxPrograms });

  test.each(programs.filter(([name]) => !dockerOnly.has(name)))(
    '%s',
    async (_, { files, entry = 'main.ts', stdout }) => {
      const { [entry]: code = '', ...others } = files;
      const named = entry === 'main.ts' ? {} : { entry };
      const result = await run(engine(), { language: 'typescript', code, files: others, ...named });
      const stderr = result.stderr.includes('Circularity detected') ? '' : result.stderr.slice(0, 200);
      expect({ stdout: result.stdout, stderr }).toEqual({ stdout, stderr: '' });
    },
  );

  test.each([
    [
      'types',
      'interface Long {\n  a: 1;\n}\nfunction fails(): never {\n  throw new Error("x");\n}\nfails();',
      'main.ts:5:',
    ],
    ['an enum', 'enum Long {\n  A,\n}\nfunction fails(): never {\n  throw new Error("x");\n}\nfails();', 'main.ts:5:'],
    [
      'a decorator',
      'const d = (v: any, c: any) => v;\nclass A {\n  @d\n  m() { throw new Error("x"); }\n}\nnew A().m();',
      'main.ts:4:',
    ],
    ['an import', "import { fails } from './fails';\nfails();", 'fails.ts:3:'],
  ])('an error after %s has the line of the author', async (_, code, position) => {
    const files = { 'fails.ts': 'interface A { a: 1 }\nexport function fails() {\n  throw new Error("x");\n}' };
    const { stderr } = await run(engine(), { language: 'typescript', code, files });
    expect(stderr).toContain(`/work/${position}`);
  });
});
