import { describe, expect, it, vi } from 'vitest';
import {
  blockedLimit,
  connectionLimit,
  createNetworkLog,
  heldHosts,
} from '../../../../src-renderer/features/executions/network/network-log.ts';
import { reasonTexts } from '../../../../src-renderer/features/executions/network/reason-texts.ts';
import { rulesWith } from '../../../../src-renderer/features/executions/network/with-rule.ts';
import {
  blockedReasons,
  lacksRule,
  type NetworkEventData,
} from '../../../../src-shared/contracts/network/network-events.ts';
import { NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { ruleAllowing } from '../../../../src-shared/contracts/network/rule-limits.ts';

const event = (
  id: number,
  phase: NetworkEventData['phase'],
  more: Partial<NetworkEventData> = {},
): NetworkEventData => ({
  ...{ id, phase, host: 'a.example.com', port: 443, rule: 0, bytesIn: 0, bytesOut: 0 },
  ...more,
});
const blocked = (id: number, more: Partial<NetworkEventData> = {}) =>
  event(id, 'blocked', { reason: 'name_not_allowed', rule: null, ...more });

/** Applies events with a schedule that calls back at once, and returns the rows. */
function rowsOf(events: readonly NetworkEventData[]) {
  const log = createNetworkLog((callback) => callback());
  for (const one of events) log.apply(one);
  return log.rows();
}

describe('the network of a run', () => {
  it('has one row for each connection, with its last request and its bytes', () => {
    const { connections } = rowsOf([
      event(1, 'open'),
      event(1, 'request', { method: 'GET', status: 200, bytesIn: 10, bytesOut: 5, secrets: ['A'] }),
      event(1, 'request', { method: 'POST', status: 404, bytesIn: 30, bytesOut: 9, secrets: ['B'] }),
      event(2, 'open', { host: 'b.example.com' }),
      event(1, 'close', { bytesIn: 31, bytesOut: 9 }),
    ]);
    expect(connections).toMatchObject([
      { id: 1, state: 'closed', method: 'POST', status: 404, bytesIn: 31, bytesOut: 9, secrets: ['A', 'B'] },
      { id: 2, state: 'open', host: 'b.example.com' },
    ]);
  });

  it('is the same when events arrive out of order or twice', () => {
    const events = [
      event(1, 'held'),
      event(1, 'open', { bytesIn: 1 }),
      event(1, 'request', { method: 'GET', status: 200, bytesIn: 9, secrets: ['A'] }),
      event(1, 'close', { bytesIn: 12 }),
    ];
    const withoutTime = (list: readonly NetworkEventData[]) =>
      rowsOf(list).connections.map(({ seenAt: _, ...connection }) => connection);
    const inOrder = withoutTime(events);
    expect(inOrder).toMatchObject([{ state: 'closed', bytesIn: 12, method: 'GET' }]);
    expect(withoutTime(events.toReversed())).toEqual(inOrder);
    expect(withoutTime([...events, ...events])).toEqual(inOrder);
  });

  it('counts refused connections by host, port and reason, without a row for each', () => {
    const rows = rowsOf([
      blocked(1),
      blocked(2),
      blocked(3, { port: 8443, reason: 'port_not_allowed' }),
      event(2, 'open'),
    ]);
    expect(rows.connections).toEqual([]);
    expect(rows.blocked).toMatchObject([
      { host: 'a.example.com', port: 443, reason: 'name_not_allowed', count: 2 },
      { port: 8443, reason: 'port_not_allowed', count: 1 },
    ]);
  });

  it('keeps an open connection whose request was refused, with the reason', () => {
    const { connections, blocked: hosts } = rowsOf([
      event(1, 'open'),
      blocked(1, { reason: 'path_not_allowed' }),
      event(1, 'close'),
    ]);
    expect(connections).toMatchObject([{ state: 'closed', reason: 'path_not_allowed' }]);
    expect(hosts).toMatchObject([{ reason: 'path_not_allowed', count: 1 }]);
  });

  it('lists each host that waits for a decision once, until it is decided', () => {
    const held = [event(1, 'held'), event(2, 'held'), event(3, 'held', { host: 'b.example.com', port: 80 })];
    expect(heldHosts(rowsOf(held)).map(({ host, port }) => `${host}:${port}`)).toEqual([
      'a.example.com:443',
      'b.example.com:80',
    ]);
    const decided = [
      ...held,
      event(1, 'open'),
      event(2, 'open'),
      blocked(3, { host: 'b.example.com', port: 80, reason: 'denied' }),
    ];
    expect(heldHosts(rowsOf(decided))).toEqual([]);
    expect(rowsOf(decided).connections.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('stays bounded in a flood, keeps open connections, and counts the rest', () => {
    const flood = Array.from({ length: 5000 }, (_, id) => [event(id + 2, 'open'), event(id + 2, 'close')]).flat();
    const rows = rowsOf([
      event(1, 'open', { host: 'kept.example.com' }),
      ...flood,
      event(3, 'request', { method: 'GET' }),
    ]);
    expect(rows.connections).toHaveLength(connectionLimit);
    expect(rows.omitted).toBe(5001 - connectionLimit);
    expect(rows.connections[0]).toMatchObject({ host: 'kept.example.com', state: 'open' });
    expect(rows.connections.at(-1)?.id).toBe(5001);
    const hosts = rowsOf(Array.from({ length: 5000 }, (_, id) => blocked(id, { host: `h${id}.example.com` })));
    expect([hosts.blocked.length, hosts.blockedOmitted]).toEqual([blockedLimit, 5000 - blockedLimit]);
  });

  it('notifies its watchers once for many events, and has the same rows until then', () => {
    const scheduled: (() => void)[] = [];
    const log = createNetworkLog((callback) => scheduled.push(callback));
    const watcher = vi.fn();
    const stop = log.watch(watcher);
    const before = log.rows();
    for (let id = 0; id < 100; id++) log.apply(event(id, 'open'));
    expect([log.rows() === before, scheduled.length]).toEqual([true, 1]);
    scheduled[0]?.();
    expect([watcher.mock.calls.length, log.rows().connections.length]).toEqual([1, 100]);
    stop();
    log.end();
    scheduled[1]?.();
    expect(watcher).toHaveBeenCalledTimes(1);
    expect(log.rows().connections.every(({ state }) => state === 'closed')).toBe(true);
  });
});

describe('the text of a reason', () => {
  it.each(blockedReasons)('exists for %s, as one or two sentences', (reason) => {
    expect(reasonTexts[reason]).toMatch(/^[A-Z].{10,150}\.$/);
  });

  it('offers a rule only where a rule would help', () => {
    expect(blockedReasons.filter(lacksRule)).toEqual(['name_not_allowed', 'port_not_allowed', 'denied']);
  });
});

describe('the rule for a refused connection', () => {
  it('is valid, and allows that host and port', () => {
    const rules = [
      ruleAllowing('a.example.com', 443),
      ruleAllowing('a.example.com', 0),
      ruleAllowing('a.example.com', 80),
      ruleAllowing('a.example.com', 8443),
    ];
    expect(rules).toEqual([
      { host: 'a.example.com' },
      { host: 'a.example.com' },
      { host: 'a.example.com', protocol: 'http' },
      { host: 'a.example.com', ports: [8443] },
    ]);
    for (const rule of rules) expect(NetworkRule.safeParse(rule).success).toBe(true);
  });

  it('does not exist for a name that no rule can have', () => {
    expect(['localhost', '1.2.3.4', 'a‮b.com', ''].map((host) => ruleAllowing(host, 443))).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('is added to the rules of a run, and keeps what happens to other hosts', () => {
    const rule = { host: 'b.example.com' };
    expect(rulesWith({ allow: [{ host: 'a.example.com' }], onBlocked: 'ask' }, rule)).toEqual({
      ...{ allow: [{ host: 'a.example.com' }, rule], onBlocked: 'ask' },
    });
    expect([rulesWith('none', rule), rulesWith(undefined, rule)]).toEqual([{ allow: [rule] }, { allow: [rule] }]);
  });
});
