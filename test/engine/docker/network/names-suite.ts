import { afterAll, beforeAll, expect, test } from 'vitest';
import { canMakeFarHost, type FarHost, makeFarHost } from '../../../support/network/far-host.ts';
import { type NameRecords, startNameServer } from '../../../support/network/name-server.ts';
import { type Fixture, run } from '../docker-fixture.ts';
import { manyQuestions, namePrograms } from './names-programs.ts';

type Client = keyof typeof namePrograms;

const network = '198.51.100';
const a = [`${network}.2`];
const aaaa = ['2001:db8:0:0:0:0:0:2'];
const silent: NameRecords = { isSilent: true };
const noSuchName = 3;

/** The first server knows all names except one. */
const first: Readonly<Record<string, NameRecords>> = {
  'six.test': { aaaa },
  'both.test': { a, aaaa },
  'slow.test': { a, delayMs: 2000 },
  'none.test': { code: noSuchName },
};
const second: Readonly<Record<string, NameRecords>> = { 'second.test': { a } };

/** Two name servers of a suite, for the option of its engine. */
export async function startNameServers(): Promise<() => readonly string[]> {
  const servers = await Promise.all(
    [first, second].map((zone) => startNameServer((name) => zone[name] ?? (name.startsWith('many') ? { a } : silent))),
  );
  afterAll(() => {
    for (const server of servers) server.stop();
  });
  return () => servers.map(({ at }) => at);
}

/** Returns true if this machine can make the far host. Otherwise prints that the suite is skipped. */
export function canTestNames(): boolean {
  const isAble = canMakeFarHost();
  if (!isAble) console.warn('SKIPPED, only root can make a network to try against: look-ups of names');
  return isAble || process.env.CI === 'true';
}

/** Time limit of one lookup, in s: far above its usual time, far below the time limits of resolvers. */
const quickS = 4;
const limitMs = 90_000;

export function testNamesOf(clients: readonly Client[], fixture: () => Fixture): void {
  let far: FarHost;
  beforeAll(async () => {
    far = await makeFarHost({ name: 'far1', network, ownAddresses: [], privateAddresses: [] });
  });
  afterAll(() => far?.remove());

  const lookUp = async (client: Client, names: readonly string[]) => {
    const job = { ...namePrograms[client], args: [...names], network: 'full', timeoutMs: 60_000 } as const;
    const { stdout, stderr } = await run(fixture().engine, job);
    expect(stderr).toBe('');
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [name: string, answer: string, seconds: number]);
  };

  test.concurrent.each(clients)(
    '%s connects by IPv4, waits for a slow name server, and uses the second server if the first is silent',
    async (client) => {
      const names = ['both.test', 'slow.test', 'second.test'];
      const results = await lookUp(client, names);
      expect(results.map(([name, answer]) => [name, answer])).toEqual(names.map((name) => [name, 'hello from far']));
      const [both, slow, other] = results.map(([, , seconds]) => seconds);
      expect(both).toBeLessThan(quickS);
      expect(slow).toBeGreaterThan(1.9);
      expect(slow).toBeLessThan(2 + quickS);
      expect(other).toBeLessThan(1 + quickS);
    },
    limitMs,
  );

  test.concurrent.each(clients)(
    '%s gets an error at once for a name without an IPv4 address',
    async (client) => {
      const errors =
        /cannot assign requested address|could not connect|ENOTFOUND|ENODATA|not known|could not resolve|no such host/i;
      for (const [, answer, seconds] of await lookUp(client, ['six.test', 'none.test'])) {
        expect(answer).toMatch(errors);
        expect(seconds).toBeLessThan(quickS);
      }
    },
    limitMs,
  );
}

/** The program queries the network holder directly: the limit of Docker's resolver depends on its version. */
export function testManyAtOnce(fixture: () => Fixture): void {
  test('answers each of 500 queries that a program sends at once', async () => {
    const { stdout, stderr } = await run(fixture().engine, { ...manyQuestions, network: 'full', timeoutMs: 30_000 });
    expect({ stdout, stderr }).toEqual({ stdout: '500\n', stderr: '' });
  });
}

/** Tests lookups when no name server answers, which takes seconds. */
export function testSilenceOf(clients: readonly Client[], fixture: () => Fixture): void {
  test.concurrent.each(clients)(
    '%s gets an error within seconds when no name server answers',
    async (client) => {
      const job = { ...namePrograms[client], args: ['never.test'], network: 'full', timeoutMs: 60_000 } as const;
      const { stdout } = await run(fixture().engine, job);
      const [, answer, seconds] = JSON.parse(stdout) as [string, string, number];
      expect(answer).toMatch(/temporary failure|EAI_AGAIN|ESERVFAIL|could not resolve|server misbehaving/i);
      expect(seconds).toBeLessThan(7 + quickS);
    },
    limitMs,
  );
}
