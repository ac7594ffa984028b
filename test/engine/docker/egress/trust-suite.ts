import { beforeAll, expect, test } from 'vitest';
import { trustPaths } from '../../../../src-daemon/egress/trust/trust-paths.ts';
import type { LanguageFamily } from '../../../../src-daemon/engine/languages/languages.ts';
import { installFamilies, installLimitMs } from '../images/installed-families.ts';
import type { HttpsProgram } from '../network/https-programs.ts';
import { describeRules, farName } from './rule-runs.ts';

/** Lua's library reads no variable: the program of the suite gives it this path. */
const environments: Readonly<Record<string, Record<string, string>>> = { lua: { TRUSTED: trustPaths.bundle } };
const limitMs = 90_000;

/** Tests that a program of each language trusts the certificate of a connection whose requests are read. */
export function testTrust(
  { plan, families }: { plan: number; families: readonly LanguageFamily[] },
  programs: Readonly<Record<string, HttpsProgram>>,
): void {
  describeRules('a run whose requests are read', { plan, keepsWarm: true }, ({ fixture, run }) => {
    beforeAll(() => installFamilies(families, fixture), installLimitMs);

    test.each(Object.entries(programs))(
      '%s trusts the authority of the run, and the public ones',
      async (language, { code }) => {
        const env = environments[language] ?? {};
        const job = { language, code, env, args: [`https://${farName}/`], memoryMb: 512, timeoutMs: 60_000 };
        const result = await run({ ...job, allow: [{ host: farName, methods: ['GET', 'HEAD'] }] });
        expect(result.stderr).toBe('');
        expect(result.stdout).toContain('"method":"GET"');
        expect(result.stdout).not.toContain('refused');
        expect(Number(/authorities (\d+)/.exec(result.stdout)?.[1])).toBeGreaterThan(100);
        expect(result.requests.every(({ status }) => status === 200)).toBe(true);
      },
      limitMs,
    );
  });
}
