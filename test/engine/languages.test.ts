import { beforeAll, expect, test } from 'vitest';
import { compileLimits } from '../../src-daemon/engine/docker/compile.ts';
import { installImages } from '../../src-daemon/engine/docker/install-images.ts';
import { languages } from '../../src-daemon/engine/languages.ts';
import { wantedFamilies } from '../support/wanted-families.ts';
import { brokenPrograms, conformancePrograms } from './conformance-programs.ts';
import { describeWithDocker, resourcesDir, run, runtimeDir, until } from './docker-fixture.ts';
import { filesOf } from './run-jobs.ts';

const wanted = languages.filter(({ family }) => wantedFamilies.includes(family));
/** Not skipped but left out: CI makes the large images with FULL=1 only. */
const nativeTest: typeof test | (() => void) = wantedFamilies.includes('native') ? test : () => {};
const compiled = wanted.filter(({ compile }) => compile !== undefined);
const installLimitMs = 1_200_000;

describeWithDocker('every language of the table', (fixture) => {
  beforeAll(async () => {
    const place = { runtimeDir, resourcesDir, environment: process.env };
    await installImages({ ...place, families: wantedFamilies, onLine: () => {} });
    // The daemon was there before its images were: it finds them by itself.
    await until(() =>
      wanted.every(({ id }) =>
        fixture()
          .engine.languages()
          .some((language) => language.id === id && language.available),
      ),
    );
  }, installLimitMs);

  test.each(wanted)('$id gets its input and gives its output', async ({ id: language }) => {
    const code = conformancePrograms[language] ?? '';
    const result = await run(fixture().engine, {
      language,
      code,
      stdin: 'línea',
      args: ['one', 'two words', '--flag', '日本'],
      env: { GREETING: 'grüß dich' },
      files: { 'data/input.txt': 'Füße' },
    });
    expect(result.stderr).toBe('naïve — 日本語 🎉\n');
    expect(result.stdout).toBe('in:línea\nargs:one|two words|--flag|日本\nenv:grüß dich\nfile:Füße\n');
    expect(filesOf(result)).toEqual({ 'out/result.txt': 'çedilla' });
    expect(result).toMatchObject({ status: 'failed', exitCode: 7, signal: null, filesOmitted: 0 });
    expect(result.memoryPeakBytes).toBeGreaterThan(0);
  });

  test.each(wanted)('$id says what is wrong with a broken program', async ({ id: language }) => {
    const broken = brokenPrograms[language];
    const result = await run(fixture().engine, { language, code: broken?.code ?? '' });
    expect(result).toMatchObject({ status: 'failed', signal: null, files: [] });
    expect(result.exitCode).toBeGreaterThan(0);
    expect(result.stderr).toMatch(broken?.stderr ?? /./);
  });

  test.each(wanted)('$id has the version that its image reports', ({ id }) => {
    const told = fixture()
      .engine.languages()
      .find((language) => language.id === id);
    expect(told).toMatchObject({ available: true, version: expect.stringMatching(/^\d+(\.\d+)+$/) });
  });

  test.each(compiled)('a compiler of $id is given no secret', async ({ id: language, fileName }) => {
    const result = await run(fixture().engine, { language, code: 'broken', env: { SECRET_TOKEN: 'hunter2' } });
    expect(result.stderr).toContain(fileName);
    expect(result.stdout + result.stderr).not.toContain('hunter2');
  });

  nativeTest('a compile step has a limit of memory of its own', async () => {
    const code = '#include "/dev/zero"';
    const result = await run(fixture().engine, { language: 'c', code, memoryMb: 1024 });
    expect(result.status).toBe('out_of_memory');
    expect(result.memoryPeakBytes).toBeLessThanOrEqual(compileLimits.memoryMb * 1024 * 1024);
  });

  nativeTest('a program may have sources besides the first', async () => {
    const result = await run(fixture().engine, {
      language: 'c',
      code: '#include "more/answer.h"\n#include <stdio.h>\nint main(void) { printf("%d\\n", answer()); }',
      files: { 'more/answer.h': 'int answer(void);', 'answer.c': 'int answer(void) { return 42; }' },
    });
    expect(result).toMatchObject({ stdout: '42\n', stderr: '', status: 'succeeded', files: [] });
  });

  nativeTest('a file may not be where the compiler writes', async () => {
    const refused = run(fixture().engine, { language: 'go', files: { 'main/x': 'y' } });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
