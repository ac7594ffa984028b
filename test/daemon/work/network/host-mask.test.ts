/** Values of secrets in the names of hosts that a program asks for. */
import { describe, expect, it, vi } from 'vitest';
import { createHostMask } from '../../../../src-daemon/work/network/host-mask.ts';
import { createNetworkAudit, type NetworkAudit } from '../../../../src-daemon/work/network/network-audit.ts';
import { createNetworkRecorder } from '../../../../src-daemon/work/network/network-recorder.ts';
import type { NetworkEventData } from '../../../../src-shared/contracts/network/network-events.ts';
import { effectiveRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { createOutputMask } from '../../../../src-shared-node/masking/output-mask.ts';
import { networkEvent as event } from '../../../support/engine/scripted-engine.ts';

const value = 'Tok3n-ABCdef0123456789-of-a-service';
const hex = Buffer.from(value).toString('hex');
const policy = {
  rules: [effectiveRule({ host: '*.example.com', secrets: ['BOUND'] }), effectiveRule({ host: 'tok3n-api.test' })],
  onBlocked: 'ask' as const,
  extraCa: '',
  secrets: [
    { name: 'BOUND', placeholder: 'p', value: 'v', locations: [{ host: '*.example.com', in: ['authorization'] }] },
  ],
};

describe('a value of a secret in the name of a host', () => {
  it.each([
    ['as it is', `${value.toLowerCase()}.evil.test`, '***.evil.test'],
    ['between other characters', `x${value.toLowerCase()}y.a.evil.test`, '***.evil.test'],
    ['in hexadecimal, in two parts', `${hex.slice(0, 60)}.${hex.slice(60)}.evil.co.uk`, '***.evil.co.uk'],
    ['alone', value.toLowerCase(), '***'],
    ['as the domain', `${value.toLowerCase()}.com`, '***'],
  ])('is masked %s', (_how, host, expected) => {
    expect(createHostMask([value], [])(host)).toBe(expected);
  });

  it('leaves other names and those of rules as they are', () => {
    const mask = createHostMask([value, 'tok3n-api'], ['tok3n-api.test']);
    expect(mask('tok3n-api.test')).toBe('tok3n-api.test');
    expect(mask('api.example.com')).toBe('api.example.com');
    expect(mask('v.tok3n-api.test')).toBe('***');
  });

  it('is in no event, report and audit row', async () => {
    const host = `${value.toLowerCase()}.example.com`;
    const rows: NetworkAudit[] = [];
    const events: NetworkEventData[] = [];
    const recorder = createNetworkRecorder({
      policy,
      mask: createOutputMask([value]),
      maskedValues: [value],
      database: { transaction: (work) => work({} as never) },
      publish: (one) => events.push(one),
      log: { error: vi.fn() },
      recordAudit: (_db, row) => rows.push(row),
    });
    recorder.hooks.onOpen?.({ decide: vi.fn() });
    recorder.hooks.onSecretUse(host, 'BOUND');
    recorder.hooks.onEvent(event({ host, phase: 'open' }));
    recorder.hooks.onEvent(event({ id: 2, host: `${value.toLowerCase()}.evil.test`, rule: null, phase: 'held' }));
    recorder.hooks.onEvent(
      event({
        id: 3,
        host: `${value.toLowerCase()}.evil.test`,
        rule: null,
        phase: 'blocked',
        reason: 'name_not_allowed',
      }),
    );
    recorder.hooks.onRequest({ host, port: 443, method: 'GET', path: `/${value}`, status: 200, secrets: [] });
    const report = await recorder.report();
    recorder.recordSummary({} as never);
    recorder.close();
    const all = JSON.stringify({ rows, events, report });
    expect(all.toLowerCase()).not.toContain(value.toLowerCase());
    expect(rows.map(({ action }) => action)).toEqual([
      ...['network.secret_used', 'network.blocked', 'network.secret_not_sent', 'network.summary'],
    ]);
    for (const row of [rows[0], rows[2]]) expect(row?.metadata).toEqual({ host: '***.example.com', secret: 'BOUND' });
    expect(events.length).toBeGreaterThan(2);
  });
});

it('rows about unknown names leave room for a misplaced placeholder', () => {
  const rows: NetworkAudit[] = [];
  const audit = createNetworkAudit({
    policy,
    database: { transaction: (work) => work({} as never) },
    recordAudit: (_db, row) => rows.push(row),
    log: { error: vi.fn() },
  });
  for (let id = 0; id < 1000; id++)
    audit.recordBlocked(
      event({ id, host: `h${id}.evil.test`, rule: null, phase: 'blocked', reason: 'name_not_allowed' }),
    );
  audit.recordBlocked(event({ host: 'api.example.com', phase: 'blocked', reason: 'placeholder_misplaced' }));
  expect(rows).toHaveLength(33);
  expect(rows.at(-1)?.metadata).toMatchObject({ host: 'api.example.com', reason: 'placeholder_misplaced' });
});
