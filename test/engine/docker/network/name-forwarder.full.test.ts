/** The forwarder of a run's DNS queries, with real name servers on the loopback. The tests mostly wait, so they run concurrently. */
import { createSocket } from 'node:dgram';
import { describe, expect, test } from 'vitest';
import {
  createNameForwarder,
  forwarderLimits,
  machineNameServers,
} from '../../../../src-daemon/engine/docker/network/name-forwarder.ts';
import { type NameRecords, nameIn, queryFor, startNameServer } from '../../../support/network/name-server.ts';

const address = '203.0.113.2';
const good: NameRecords = { a: [address] };
const serverFailureCode = 2;

interface Servers {
  zones: readonly NameRecords[];
}

/** Runs a test with name servers that answer the same for all names. */
async function withServers(
  { zones }: Servers,
  check: (servers: readonly Awaited<ReturnType<typeof startNameServer>>[]) => Promise<void>,
): Promise<void> {
  const servers = await Promise.all(zones.map((records) => startNameServer(() => records)));
  try {
    await check(servers);
  } finally {
    for (const server of servers) server.stop();
  }
}

const addressIn = (message: Buffer | undefined) => [...(message?.subarray(-4) ?? [])].join('.');
const codeOf = (message: Buffer | undefined) => (message?.readUInt8(3) ?? 0) & 15;

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const begunAt = performance.now();
  return [await work, performance.now() - begunAt];
}

describe.concurrent('the DNS forwarder', () => {
  for (const transport of ['udp', 'tcp'] as const) {
    test(`asks the second server when the first is silent, and prefers it from then on (${transport})`, () =>
      withServers({ zones: [{ isSilent: true }, good] }, async (servers) => {
        const forwarder = createNameForwarder(() => servers.map(({ at }) => at));
        const [first, firstMs] = await timed(forwarder(queryFor('one.test', 1), transport));
        expect(addressIn(first)).toBe(address);
        expect(firstMs).toBeGreaterThan(forwarderLimits.nextServerMs - 100);
        expect(firstMs).toBeLessThan(forwarderLimits.nextServerMs + 1000);
        const [second, secondMs] = await timed(forwarder(queryFor('two.test', 2), transport));
        expect(addressIn(second)).toBe(address);
        expect(secondMs).toBeLessThan(forwarderLimits.nextServerMs - 100);
      }));

    test(`accepts the answer of a slow server after the next one was asked (${transport})`, () =>
      withServers({ zones: [{ ...good, delayMs: 2000 }, { isSilent: true }] }, async (servers) => {
        const forwarder = createNameForwarder(() => servers.map(({ at }) => at));
        expect(addressIn(await forwarder(queryFor('slow.test', 1), transport))).toBe(address);
      }));

    test(`answers SERVFAIL when no server answers, before its client times out (${transport})`, () =>
      withServers({ zones: [{ isSilent: true }] }, async (servers) => {
        const forwarder = createNameForwarder(() => servers.map(({ at }) => at));
        const [message, ms] = await timed(forwarder(queryFor('never.test', 0xabcd), transport));
        expect(message?.toString('hex', 0, 12)).toBe('abcd81820001000000000000');
        expect(nameIn(message ?? Buffer.alloc(0))).toBe('never.test');
        expect(ms).toBeLessThan(4000);
      }));

    test(`asks the next server at once when one answers SERVFAIL, and answers SERVFAIL when all do (${transport})`, () =>
      withServers({ zones: [{ code: serverFailureCode }, good] }, async ([failing, working]) => {
        const forwarder = createNameForwarder(() => [failing?.at ?? '', working?.at ?? '']);
        const [message, ms] = await timed(forwarder(queryFor('one.test', 1), transport));
        expect(addressIn(message)).toBe(address);
        expect(ms).toBeLessThan(forwarderLimits.nextServerMs - 100);
        const alone = createNameForwarder(() => [failing?.at ?? '']);
        const [failure, failureMs] = await timed(alone(queryFor('one.test', 2), transport));
        expect(codeOf(failure)).toBe(serverFailureCode);
        expect(failureMs).toBeLessThan(forwarderLimits.nextServerMs - 100);
      }));
  }

  test('asks the next server at once if none listens at an address, and answers SERVFAIL at once if there is no server', async () => {
    const closed = createSocket('udp4');
    await new Promise<void>((resolve) => closed.bind(0, '127.0.0.1', resolve));
    const nowhere = `127.0.0.1:${closed.address().port}`;
    closed.close();
    await withServers({ zones: [good] }, async ([working]) => {
      const forwarder = createNameForwarder(() => [nowhere, working?.at ?? '']);
      const [message, ms] = await timed(forwarder(queryFor('one.test', 1), 'udp'));
      expect(addressIn(message)).toBe(address);
      expect(ms).toBeLessThan(forwarderLimits.nextServerMs - 100);
    });
    const [failure, ms] = await timed(createNameForwarder(() => [nowhere])(queryFor('one.test', 1), 'udp'));
    expect(codeOf(failure)).toBe(serverFailureCode);
    expect(ms).toBeLessThan(forwarderLimits.nextServerMs - 100);
    expect(codeOf(await createNameForwarder(() => [])(queryFor('one.test', 1), 'udp'))).toBe(serverFailureCode);
  });

  test('forwards a repeated query once, and answers each repetition with its id', () =>
    withServers({ zones: [{ ...good, delayMs: 500 }] }, async ([server]) => {
      const forwarder = createNameForwarder(() => [server?.at ?? '']);
      const ids = Array.from({ length: 40 }, (_, index) => index + 1);
      const answers = await Promise.all(ids.map((id) => forwarder(queryFor('same.test', id), 'udp')));
      expect(answers.map((message) => message?.readUInt16BE(0))).toEqual(ids);
      expect(new Set(answers.map(addressIn))).toEqual(new Set([address]));
      expect(server?.asked).toEqual(['same.test']);
    }));

  test('answers one run while another waits for 1,000 names without an answer', () =>
    withServers({ zones: [{ isSilent: true }, good] }, async ([silent, working]) => {
      const busy = createNameForwarder(() => [silent?.at ?? '']);
      const flood = Promise.all(
        Array.from({ length: 1000 }, (_, index) => busy(queryFor(`n${index}.test`, index), 'udp')),
      );
      const [message, ms] = await timed(createNameForwarder(() => [working?.at ?? ''])(queryFor('one.test', 1), 'udp'));
      expect(addressIn(message)).toBe(address);
      expect(ms).toBeLessThan(forwarderLimits.nextServerMs);
      expect(new Set(silent?.asked).size).toBeLessThanOrEqual(forwarderLimits.questionsAtOnce);
      const [answers, floodMs] = await timed(flood);
      expect(new Set(answers.map(codeOf))).toEqual(new Set([serverFailureCode]));
      expect(floodMs).toBeLessThan(4500);
    }));

  test('answers more queries than it forwards at once', () =>
    withServers({ zones: [{ ...good, delayMs: 20 }] }, async ([server]) => {
      const forwarder = createNameForwarder(() => [server?.at ?? '']);
      const count = forwarderLimits.questionsAtOnce * 6;
      const answers = await Promise.all(
        Array.from({ length: count }, (_, index) => forwarder(queryFor(`n${index}.test`, index), 'udp')),
      );
      expect(new Set(answers.map(addressIn))).toEqual(new Set([address]));
    }));

  test('ignores bytes that are not a query, and answers a truncated question', async () => {
    const forwarder = createNameForwarder(() => []);
    expect(await forwarder(Buffer.alloc(11), 'udp')).toBeUndefined();
    const query = queryFor('one.test', 7);
    for (let end = 12; end <= query.length; end++) {
      const message = await forwarder(query.subarray(0, end), 'udp');
      expect(message?.length).toBe(end === query.length ? query.length : 12);
    }
  });

  test('reads the name servers of this machine', () => {
    expect(machineNameServers().length).toBeGreaterThan(0);
  });
});
