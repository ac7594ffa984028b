import { beforeAll, expect, test } from 'vitest';
import { type LanguageFamily, languages } from '../../../../src-daemon/engine/languages/languages.ts';
import { noneOmitted } from '../../../../src-daemon/engine/omitted-files.ts';
import { type Fixture, run } from '../docker-fixture.ts';
import { installFamilies, installLimitMs } from '../images/installed-families.ts';
import { brokenPrograms, conformancePrograms } from './conformance-programs.ts';
import { fileCopiers, noProgram } from './file-copiers.ts';
import { filesOf } from './run-jobs.ts';

/** Tests the required behaviour of every language of some image families. Builds images that are missing. */
export function testLanguagesOf(families: readonly LanguageFamily[], fixture: () => Fixture): void {
  const tested = languages.filter(({ family }) => families.includes(family));
  const compiled = tested.filter(({ compile }) => compile !== undefined);

  beforeAll(() => installFamilies(families, fixture), installLimitMs);

  test.each(tested)('$id receives its input and returns its output', async ({ id: language }) => {
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
    expect(result).toMatchObject({ status: 'failed', exitCode: 7, signal: null, filesOmitted: noneOmitted });
    expect(result.memoryPeakBytes).toBeGreaterThan(0);
  });

  test.each(tested)('$id accepts a byte order mark and 40 files, and returns the readable ones', async ({ id }) => {
    const names = Array.from({ length: 40 }, (_, index) => String(index + 1).padStart(2, '0'));
    const files = Object.fromEntries(names.map((name) => [`in/${name}`, `content ${name}`]));
    const result = await run(fixture().engine, { language: id, code: `\uFEFF${fileCopiers[id]}`, files });
    expect(result).toMatchObject({ stdout: '', stderr: '', status: 'succeeded', exitCode: 0 });
    // The first file is unreadable. A result has at most 32 files, and the other seven are counted.
    const left = names.slice(1, 33);
    expect(filesOf(result)).toEqual(Object.fromEntries(left.map((name) => [`out/${name}`, `content ${name}`])));
    expect(result.filesOmitted).toEqual({ count: 7, size: 0, unreadable: 1 });
  });

  test('in every language a text that is not a program fails, and an empty one has a defined status', async () => {
    const { engine } = fixture();
    await Promise.all(
      tested.map(async ({ id: language, compile }) => {
        const text = await run(engine, { language, code: noProgram });
        const empty = await run(engine, { language, code: '' });
        if (language === 'php') expect(text).toMatchObject({ status: 'succeeded', stdout: noProgram });
        else expect(text, language).toMatchObject({ status: 'failed', stderr: expect.stringMatching(/./) });
        if (compile === undefined) expect(empty, language).toMatchObject({ status: 'succeeded', exitCode: 0 });
        else
          expect(empty, language).toMatchObject({ status: 'failed', exitCode: 1, stderr: expect.stringMatching(/./) });
      }),
    );
  });

  test.each(tested)('$id reports the error of a broken program', async ({ id: language }) => {
    const broken = brokenPrograms[language];
    const result = await run(fixture().engine, { language, code: broken?.code ?? '' });
    expect(result).toMatchObject({ status: 'failed', signal: null, files: [] });
    expect(result.exitCode).toBeGreaterThan(0);
    expect(result.stderr).toMatch(broken?.stderr ?? /./);
  });

  test.each(tested)('$id has the version that its image reports', ({ id }) => {
    const reported = fixture()
      .engine.languages()
      .find((language) => language.id === id);
    expect(reported).toMatchObject({ available: true, version: expect.stringMatching(/^\d+(\.\d+)+$/) });
  });

  test.each(compiled)('a compiler of $id receives no secret', async ({ id: language, fileName }) => {
    const result = await run(fixture().engine, { language, code: 'broken', env: { SECRET_TOKEN: 'hunter2' } });
    expect(result.stderr).toContain(fileName);
    expect(result.stdout + result.stderr).not.toContain('hunter2');
  });
}
