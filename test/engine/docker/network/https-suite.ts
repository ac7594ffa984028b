import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLanguage, type LanguageFamily } from '../../../../src-daemon/engine/languages/languages.ts';
import { type FarHttps, farHttpsName, makeFarHttps } from '../../../support/network/far-https.ts';
import { type Fixture, run } from '../docker-fixture.ts';
import { installFamilies, installLimitMs } from '../images/installed-families.ts';
import type { JobInput } from '../run/run-jobs.ts';
import type { HttpsProgram } from './https-programs.ts';

const otherUrl = 'https://other.example/';
/** Longer than the time limit of a run. */
export const limitMs = 90_000;

/** The output of a program without the authority, with it, and with it for a host of another name. */
interface Printed {
  without: string;
  trusted: string;
  otherName: string;
}

/** Makes the far host of a suite, and the missing images of these families. */
export function prepareHttps(families: readonly LanguageFamily[], fixture: () => Fixture) {
  let far: FarHttps;
  beforeAll(async () => {
    await installFamilies(families, fixture);
    far = await makeFarHttps();
  }, installLimitMs);
  afterAll(() => far?.remove());

  return async (input: JobInput) => {
    const files = { ...input.files, 'ca.pem': far.authority };
    const limits = { memoryMb: 512, timeoutMs: 60_000 };
    const result = await run(fixture().engine, { ...limits, ...input, files, network: 'full' });
    expect(result.stderr).toBe('');
    return result.stdout;
  };
}

/** Tests each language in its own runs. */
export function testHttpsOf(
  programs: Readonly<Record<string, HttpsProgram>>,
  runFar: (input: JobInput) => Promise<string>,
): void {
  test.concurrent.each(Object.entries(programs))(
    '%s gets an answer by HTTPS with the authority, and an error without it or for another name',
    async (language, program) => {
      const [without, trusted, otherName] = await Promise.all([
        runFar({ language, code: program.code, args: [urlOfFar] }),
        runFar({ language, code: program.code, args: [urlOfFar], env: program.trust }),
        runFar({ language, code: program.code, args: [otherUrl], env: program.trust }),
      ]);
      expectVerified(program, { without, trusted, otherName });
    },
    limitMs,
  );
}

const urlOfFar = `https://${farHttpsName}/`;
const mark = '---next---';

/** Returns a shell script that starts each program of an image three times, which is faster than separate runs. */
export function scriptOf(programs: Readonly<Record<string, HttpsProgram>>): string {
  return Object.entries(programs)
    .flatMap(([id, { trust }]) => {
      const language = findLanguage(id);
      if (language === undefined) throw new Error(`no language ${id}`);
      const start = (env: Record<string, string>, url: string) =>
        ['env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
          .concat(language.run, `${id}-${language.fileName}`, url)
          .join(' ');
      return [start({}, urlOfFar), start(trust, urlOfFar), start(trust, otherUrl)];
    })
    .map((command) => `${command}\necho; echo ${mark}\n`)
    .join('');
}

/** Returns the source files of `scriptOf`. */
export function sourcesOf(programs: Readonly<Record<string, HttpsProgram>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(programs).map(([id, { code }]) => [`${id}-${findLanguage(id)?.fileName}`, code]),
  );
}

/** Checks the output of the script. */
export function expectAllVerified(programs: Readonly<Record<string, HttpsProgram>>, stdout: string): void {
  const parts = stdout.split(`${mark}\n`);
  expect(parts).toHaveLength(Object.keys(programs).length * 3 + 1);
  for (const program of Object.values(programs)) {
    const [without = '', trusted = '', otherName = ''] = parts.splice(0, 3);
    expectVerified(program, { without, trusted, otherName });
  }
}

function expectVerified({ ignoresNames = false }: HttpsProgram, { without, trusted, otherName }: Printed): void {
  // By default it reads the public authorities of the image.
  expect(Number(/^authorities (\d+) *\n/.exec(without)?.[1])).toBeGreaterThan(100);
  expect(without).toMatch(/refused/);
  expect(without).not.toContain('hello');
  const [, ...answers] = trusted.split('\n').map((line) => line.trim());
  expect(new Set(answers.filter((line) => line !== ''))).toEqual(new Set([`hello ${farHttpsName}`]));
  if (ignoresNames) expect(otherName).toContain('hello other.example');
  else expect(otherName).not.toContain('hello');
}
