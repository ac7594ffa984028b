import { describe, expect, test } from 'vitest';
import { noneOmitted } from '../../../src-daemon/engine/omitted-files.ts';
import { brokenPrograms, conformancePrograms } from '../docker/run/conformance-programs.ts';
import { filesOf } from '../docker/run/run-jobs.ts';
import { jobOf, run, useEmbeddedEngine } from './embedded-fixture.ts';

const languages = ['python', 'javascript', 'typescript'];

describe.each([
  ['by Node alone', false],
  ['by bubblewrap as well, where it works', true],
])('a program that is confined %s', (_how, mayConfine) => {
  const engine = useEmbeddedEngine({ mayConfine });

  test.each(languages)('in %s gets its input and gives its output', async (language) => {
    const result = await run(engine(), {
      language,
      // With a byte order mark, as editors on Windows write it.
      code: `\uFEFF${conformancePrograms[language]}`,
      stdin: 'línea',
      args: ['one', 'two words', '--flag', '日本'],
      env: { GREETING: 'grüß dich' },
      files: { 'data/input.txt': 'Füße' },
    });
    expect(result.stdout).toBe('in:línea\nargs:one|two words|--flag|日本\nenv:grüß dich\nfile:Füße\n');
    expect(result.stderr).toBe('naïve — 日本語 🎉\n');
    expect(filesOf(result)).toEqual({ 'out/result.txt': 'çedilla' });
    expect(result).toMatchObject({
      engine: 'embedded',
      status: 'failed',
      exitCode: 7,
      signal: null,
      filesOmitted: noneOmitted,
    });
    expect(result.memoryPeakBytes).toBeGreaterThan(0);
  });

  test.each(languages)('in %s says what is wrong with it', async (language) => {
    const broken = brokenPrograms[language];
    const result = await run(engine(), { language, code: broken?.code ?? '' });
    expect(result).toMatchObject({ status: 'failed', exitCode: 1 });
    expect(result.stderr).toMatch(broken?.stderr ?? /./);
  });
});

describe('every language', () => {
  const engine = useEmbeddedEngine();

  test('has a version, and those that need Docker are not available', () => {
    const statuses = Object.fromEntries(
      engine()
        .languages()
        .map(({ id, version, available }) => [id, { version, available }]),
    );
    for (const language of languages) {
      expect(statuses[language]).toEqual({ version: expect.stringMatching(/^\d+(\.\d+)+$/), available: true });
    }
    expect(statuses.bash).toEqual({ version: null, available: false });
  });

  test('refuses files that are folders to each other', async () => {
    await expect(run(engine(), { files: { a: 'x', 'a/b': 'y' } })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('gives output while the program runs', async () => {
    const first = Promise.withResolvers<string>();
    const cancel = new AbortController();
    const running = engine().run(jobOf({ code: 'import time\nprint("first")\ntime.sleep(60)' }), {
      signal: cancel.signal,
      onOutput: (_stream, chunk) => first.resolve(Buffer.from(chunk).toString()),
    });
    expect(await first.promise).toBe('first');
    cancel.abort();
    expect((await running).status).toBe('cancelled');
  });
});
