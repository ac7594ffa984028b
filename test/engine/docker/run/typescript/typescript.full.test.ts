/** TypeScript as people write it: each program runs in a container as it does with tsx and tsc. */
import { describe, expect, test } from 'vitest';
import { describeWithDocker, type Fixture, run } from '../../docker-fixture.ts';
import { modulesPrograms } from './modules-programs.ts';
import { resolutionPrograms, type TypeScriptProgram } from './resolution-programs.ts';
import { syntaxPrograms } from './syntax-programs.ts';

describeWithDocker('a program of TypeScript', (fixture) => {
  describe.each([
    ['finds', resolutionPrograms],
    ['loads', modulesPrograms],
    ['has', syntaxPrograms],
  ])('%s', (_, programs) => {
    test.each(Object.entries(programs))('%s', async (_name, program) => {
      const { stdout, stderr } = await runProgram(fixture(), program);
      const isCircle = stderr.includes('Circularity detected');
      expect({ stdout, stderr: isCircle ? '' : stderr }).toEqual({ stdout: program.stdout, stderr: '' });
    });
  });

  test('of a wrong syntax says where', async () => {
    const code = 'type A = 1;\nconst a: = 2;\n';
    const { status, stderr } = await run(fixture().engine, { language: 'typescript', code });
    expect(status).toBe('failed');
    expect(stderr).toMatch(/^\[?\/work\/main\.ts:2\nconst a: = 2;\n {9}\^\n\nSyntaxError: /);
  });

  test('that throws shows its own lines', async () => {
    const code =
      'interface Long {\n  a: 1;\n}\nenum A { B }\nfunction fails(): never {\n  throw new Error(String(A.B));\n}\nfails();';
    const { stderr } = await run(fixture().engine, { language: 'typescript', code });
    expect(stderr).toMatch(/^\/work\/main\.ts:6\n {2}throw new Error\(String\(A\.B\)\);\n/);
    expect(stderr).toMatch(/at fails \(\/work\/main\.ts:6:9\)/);
    expect(stderr).toMatch(/\(\/work\/main\.ts:8:1\)/);
  });

  test('says which module it cannot find', async () => {
    const code = "import { a } from './missing';\nconsole.log(a);";
    const { stderr, status } = await run(fixture().engine, { language: 'typescript', code });
    expect({ status }).toEqual({ status: 'failed' });
    expect(stderr).toContain("Cannot find module './missing'\nRequire stack:\n- /work/main.ts");
  });

  test('with a tsconfig.json that cannot be read says so and runs', async () => {
    const files = { 'tsconfig.json': '{ "extends": "@tsconfig/node24/tsconfig.json" }' };
    const job = { language: 'typescript', code: 'console.log(1 as number)', files };
    const { stdout, stderr } = await run(fixture().engine, job);
    expect(stdout).toBe('1\n');
    expect(stderr).toMatch(/^Warning: the tsconfig\.json above \/work is not used: .*\n$/);
  });
});

function runProgram({ engine }: Fixture, { files, entry = 'main.ts' }: TypeScriptProgram) {
  const { [entry]: code = '', ...others } = files;
  const named = entry === 'main.ts' ? {} : { entry };
  return run(engine, { language: 'typescript', code, files: others, ...named });
}
