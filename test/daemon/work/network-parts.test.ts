/** The parts of a network's record: checked events, totals, the rate of events, requests and placeholders. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EgressPolicy } from '../../../src-daemon/egress/policy.ts';
import { checkedEvent } from '../../../src-daemon/work/network/checked-event.ts';
import { createNetworkTotals } from '../../../src-daemon/work/network/network-totals.ts';
import { createPacedEvents } from '../../../src-daemon/work/network/paced-events.ts';
import { newPlaceholder } from '../../../src-daemon/work/network/placeholder.ts';
import { createRequestList } from '../../../src-daemon/work/network/request-list.ts';
import type { NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';
import { effectiveRule } from '../../../src-shared/contracts/network/network-rules.ts';
import { createOutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import { networkEvent as event } from '../../support/engine/scripted-engine.ts';

const rules = [effectiveRule({ host: '*.example.com' }), effectiveRule({ host: 'b.test', ports: [8443] })];
const policy: EgressPolicy = {
  ...{ rules, onBlocked: 'deny', extraCa: '' },
  secrets: [{ name: 'TOKEN', placeholder: 'p', value: 'v', locations: [] }],
};

describe('the totals', () => {
  it('count connections, methods, classes of statuses, secrets and bytes by host, port and rule', () => {
    const totals = createNetworkTotals(rules);
    totals.add(event({ phase: 'open', bytesOut: 10 }));
    totals.add(event({ phase: 'request', method: 'GET', status: 204, bytesIn: 5, bytesOut: 20, secrets: ['TOKEN'] }));
    totals.add(event({ phase: 'request', method: 'GET', status: 404, bytesIn: 9, bytesOut: 30, secrets: ['TOKEN'] }));
    totals.add(event({ phase: 'close', bytesIn: 11, bytesOut: 30 }));
    totals.add(event({ id: 2, phase: 'blocked', host: 'evil.test', rule: null, reason: 'name_not_allowed' }));
    totals.add(event({ id: 3, phase: 'blocked', host: 'evil.test', rule: null, reason: 'name_not_allowed' }));
    const none = { connections: 0, blocked: 0, reasons: [], methods: {}, statuses: {}, bytesIn: 0, bytesOut: 0 };
    expect(totals.list()).toEqual([
      {
        ...{ host: 'api.example.com', port: 443, rule: 0, connections: 1, blocked: 0, reasons: [] },
        ...{ methods: { GET: 2 }, statuses: { '2xx': 1, '4xx': 1 }, bytesIn: 11, bytesOut: 30, secrets: ['TOKEN'] },
      },
      { ...none, host: 'evil.test', port: 443, rule: null, blocked: 2, reasons: ['name_not_allowed'], secrets: [] },
    ]);
  });

  it('are at most 256, and no traffic is lost behind many names', () => {
    const totals = createNetworkTotals(rules);
    for (let id = 0; id < 2000; id++) {
      totals.add(event({ id, host: `h${id}.example.com`, phase: 'open', bytesOut: 1 }));
      totals.add(event({ id, host: `h${id}.example.com`, phase: 'close', bytesOut: 3 }));
      totals.add(event({ id, host: `h${id}.evil.test`, rule: null, phase: 'blocked', reason: 'name_not_allowed' }));
    }
    const list = totals.list();
    expect(list.length).toBeLessThanOrEqual(256);
    expect(list.reduce((sum, { bytesOut }) => sum + bytesOut, 0)).toBe(6000);
    expect(list.reduce((sum, { blocked }) => sum + blocked, 0)).toBe(2000);
    expect(list.find(({ host }) => host === '*.example.com')).toMatchObject({ rule: 0, connections: 2000 - 128 });
    expect(list.find(({ host }) => host === '*')).toMatchObject({ rule: null, blocked: 2000 - 63 });
  });

  it('have at most 17 methods', () => {
    const totals = createNetworkTotals(rules);
    for (let at = 0; at < 40; at++)
      totals.add(event({ phase: 'request', method: `M${String.fromCharCode(65 + at)}`, status: 200 }));
    expect(Object.keys(totals.list()[0]?.methods ?? {})).toHaveLength(17);
    expect(totals.list()[0]?.methods.OTHER).toBe(24);
  });
});

describe('a checked event', () => {
  it('has no text that is no host, method or secret of the run', () => {
    const hostile = event({
      host: 'a b\n<c>',
      method: 'get it',
      status: 7,
      rule: 9,
      port: 99_999,
      secrets: ['X', 'TOKEN'],
    });
    expect(checkedEvent(policy, hostile)).toEqual({
      ...{ id: 1, phase: 'open', host: '*', port: 0, rule: null, method: 'OTHER', bytesIn: 0, bytesOut: 0 },
      secrets: ['TOKEN'],
    });
  });

  it('is otherwise the same', () => {
    const whole = event({
      phase: 'request',
      method: 'GET',
      status: 200,
      secrets: ['TOKEN'],
      bytesIn: 4,
      reason: 'limit',
    });
    expect(checkedEvent(policy, whole)).toEqual(whole);
  });
});

describe('the events of a stream', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const phases = (events: NetworkEventData[]) => events.map(({ id, phase }) => `${phase} ${id}`);

  it('are at most 20 a second, and the last state of each connection follows', () => {
    const published: NetworkEventData[] = [];
    const events = createPacedEvents((data) => published.push(data));
    for (let id = 0; id < 30; id++)
      for (const phase of ['open', 'request', 'close'] as const) events.push(event({ id, phase }));
    expect(published).toHaveLength(20);
    vi.advanceTimersByTime(1000);
    expect(phases(published.slice(20, 22))).toEqual(['close 6', 'close 7']);
    expect(published).toHaveLength(40);
    vi.advanceTimersByTime(1000);
    expect(published).toHaveLength(44);
    expect(phases(published).at(-1)).toBe('close 29');
  });

  it('never leave out a refused or held connection at a usual rate', () => {
    const published: NetworkEventData[] = [];
    const events = createPacedEvents((data) => published.push(data));
    for (let id = 0; id < 64; id++) events.push(event({ id, phase: 'open' }));
    for (let id = 64; id < 128; id++) events.push(event({ id, phase: id % 2 === 0 ? 'blocked' : 'held' }));
    expect(published.filter(({ phase }) => phase !== 'open')).toHaveLength(64);
  });

  it('are bounded also for a program that is refused all the time', () => {
    const published: NetworkEventData[] = [];
    const events = createPacedEvents((data) => published.push(data));
    for (let id = 0; id < 100_000; id++) events.push(event({ id, phase: 'blocked', reason: 'denied' }));
    expect(published).toHaveLength(200);
  });

  it('end with the states that wait', () => {
    const published: NetworkEventData[] = [];
    const events = createPacedEvents((data) => published.push(data));
    for (let id = 0; id < 25; id++) events.push(event({ id, phase: 'open' }));
    events.finish();
    expect(published).toHaveLength(25);
    vi.advanceTimersByTime(5000);
    expect(published).toHaveLength(25);
  });
});

describe('the requests', () => {
  const request = { host: 'api.example.com', port: 443, method: 'GET', path: '/', status: 200, secrets: ['TOKEN'] };

  it('have paths without queries, in which values are masked', async () => {
    const list = createRequestList(createOutputMask(['the-secret-value']), undefined);
    list.add({ ...request, path: '/a/the-secret-value/b?c=the-secret-value#d' });
    expect(await list.list()).toEqual({ requests: [{ ...request, path: '/a/***/b' }], requestsOmitted: 0 });
  });

  it('do not show the beginning of a value at the end of a path that was cut', async () => {
    const list = createRequestList(createOutputMask(['the-secret-value']), undefined);
    list.add({ ...request, path: `/${'x'.repeat(2040)}the-secret-value` });
    const [only] = (await list.list()).requests;
    expect(only?.path.length).toBeLessThanOrEqual(2048);
    expect(only?.path).toBe(`/${'x'.repeat(1791)}`);
  });

  it('are the first 1,000, in order, also if they are read in between', async () => {
    const list = createRequestList(createOutputMask([]), undefined);
    for (let at = 0; at < 600; at++) list.add({ ...request, path: `/${at}` });
    const [early] = await Promise.all([list.list(), list.list()]);
    expect(early.requests).toHaveLength(600);
    for (let at = 600; at < 1300; at++) list.add({ ...request, path: `/${at}` });
    const { requests, requestsOmitted } = await list.list();
    expect([requests.length, requestsOmitted, requests.at(-1)?.path]).toEqual([1000, 300, '/999']);
  });
});

describe('a placeholder', () => {
  it('is new each time, and has the prefix of its secret', () => {
    const made = Array.from({ length: 500 }, () => newPlaceholder('TOKEN', null));
    expect(new Set(made).size).toBe(500);
    for (const text of made) expect(text).toMatch(/^srph_TOKEN_[0-9A-Za-z]{22}$/);
    expect(newPlaceholder('TOKEN', 'sk-live-')).toMatch(/^sk-live-[0-9A-Za-z]{22}$/);
    expect(new Set(made.join('').replaceAll('srph_TOKEN_', '')).size).toBe(62);
  });
});
