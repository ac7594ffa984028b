/** The network of runs with rules: what is recorded, shown and stored. A fake engine drives the hooks. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { execute, readExecutionNetwork } from '../../../../src-shared/contracts/executions.contract.ts';
import { putSecret } from '../../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { asKey } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import {
  hooksOf,
  networkEvent,
  policyOf,
  type ScriptedEngine,
  scriptEngine,
} from '../../../support/engine/scripted-engine.ts';
import { openEventStream } from '../../../support/event-stream.ts';
import { readAuditLog } from '../../../support/sandboxes/audit-rows.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
const value = 'the-value-of-the-token';
const rule = { host: 'api.example.com', secrets: ['TOKEN'] };
const control = { decide: () => undefined };
let engine: ScriptedEngine;
let user: TestUser;

beforeAll(async () => {
  engine = scriptEngine(daemon().core.engine);
  user = await userWithToken();
});

async function userWithToken(): Promise<TestUser> {
  const made = await daemon().newUser();
  await made.client.call(updateSettings, { body: { network: { ceiling: [{ host: '*.example.com' }] } } });
  const body = { value, hosts: [{ host: 'api.example.com' }] };
  await made.client.call(putSecret, { params: { name: 'TOKEN' }, body });
  return made;
}

const bodyWith = (network: object) => ({ language: 'python', code: 'print(1)', network });
const run = (network: object = { allow: [rule] }) => user.client.call(execute, { body: bodyWith(network) });
const report = (id: string) => user.client.call(readExecutionNetwork, { params: { id } });

/** A program that sends the secret once, is refused once, and guesses the value: nothing may tell it that it is right. */
const ordinary: ScriptedEngine['program'] = async (job, hooks) => {
  const network = hooksOf(hooks);
  network.onOpen?.(control);
  network.onEvent(networkEvent({ phase: 'open' }));
  network.onSecretUse('api.example.com', 'TOKEN');
  network.onSecretUse('api.example.com', 'TOKEN');
  network.onEvent(networkEvent({ phase: 'request', method: 'POST', status: 201, bytesOut: 9, secrets: ['TOKEN'] }));
  network.onRequest({
    host: 'api.example.com',
    port: 443,
    method: 'POST',
    path: `/v1/${value}`,
    status: 201,
    secrets: ['TOKEN', 'UNKNOWN'],
  });
  network.onEvent(networkEvent({ phase: 'close', bytesIn: 20, bytesOut: 9 }));
  for (let id = 2; id < 5; id++)
    network.onEvent(networkEvent({ id, phase: 'blocked', host: 'evil.test', rule: null, reason: 'name_not_allowed' }));
  hooks.onOutput?.('stdout', Buffer.from(`${value} ${policyOf(job).secrets[0]?.placeholder}\n`));
  return undefined;
};

describe('a run with rules', () => {
  it('gets a placeholder, and the engine gets the value and its locations', async () => {
    engine.program = ordinary;
    const { stdout } = await run();
    const job = engine.jobs.at(-1);
    if (job === undefined) throw new Error('no job');
    const { secrets, rules, onBlocked } = policyOf(job);
    const [secret] = secrets;
    expect(secret).toMatchObject({ name: 'TOKEN', value, locations: [{ host: 'api.example.com' }] });
    expect(secret?.locations[0]?.in).toContain('authorization');
    expect(job.env).toEqual({ TOKEN: secret?.placeholder });
    expect(secret?.placeholder).toMatch(/^srph_TOKEN_[0-9A-Za-z]{22}$/);
    expect(stdout).toBe(`${value} ${secret?.placeholder}\n`);
    expect([rules[0]?.host, onBlocked]).toEqual(['api.example.com', 'deny']);
    expect((await readAuditLog(user, 'code.execute'))[0]?.metadata.secretsInjected).toBe(1);
    await run();
    expect(engine.jobs.at(-1)?.env.TOKEN).not.toBe(secret?.placeholder);
  });

  it('writes the used secret, the first refusal of each host and reason, and a summary', async () => {
    engine.program = ordinary;
    const { id } = await run();
    const rowsOf = async (action: string) =>
      (await readAuditLog(user, action))
        .filter(({ resource_id }) => resource_id === id)
        .map(({ metadata }) => metadata);
    const actor = { kind: 'apiKey', id: expect.any(String) };
    expect(await rowsOf('network.secret_used')).toEqual([
      { executionId: id, host: 'api.example.com', secret: 'TOKEN', actor },
    ]);
    expect(await rowsOf('network.secret_sent')).toEqual([
      { executionId: id, host: 'api.example.com', secret: 'TOKEN', actor },
    ]);
    const blocked = { executionId: id, host: 'evil.test', port: 443, reason: 'name_not_allowed', actor };
    expect(await rowsOf('network.blocked')).toEqual([blocked]);
    const [summary] = await rowsOf('network.summary');
    expect(summary).toMatchObject({ executionId: id, totals: [{ methods: { POST: 1 }, bytesIn: 20 }, { blocked: 3 }] });
    expect(JSON.stringify(await readAuditLog(user, 'network.summary'))).not.toMatch(/the-value|\/v1\//);
  });

  it('says that a value was not sent, and why, and keeps failures apart from refusals', async () => {
    engine.program = async (_, hooks) => {
      const network = hooksOf(hooks);
      network.onOpen?.(control);
      network.onSecretUse('api.example.com', 'TOKEN');
      for (const id of [1, 2]) network.onEvent(networkEvent({ id, phase: 'blocked', reason: 'name_not_found' }));
      network.onEvent(networkEvent({ id: 3, phase: 'blocked', host: 'evil.test', rule: null, reason: 'denied' }));
      return undefined;
    };
    const { id } = await run();
    const rows = (await readAuditLog(user)).filter(({ resource_id }) => resource_id === id);
    const ofNetwork = rows.filter(({ action }) => action.startsWith('network.') && action !== 'network.summary');
    expect(ofNetwork.map(({ action, metadata: { host, reason } }) => [action, host, reason]).toSorted()).toEqual([
      ['network.blocked', 'evil.test', 'denied'],
      ['network.failed', 'api.example.com', 'name_not_found'],
      ['network.secret_not_sent', 'api.example.com', 'name_not_found'],
      ['network.secret_used', 'api.example.com', undefined],
    ]);
    const { totals } = await report(id);
    expect(totals.map(({ host, blocked, failed }) => [host, blocked, failed])).toEqual([
      ['api.example.com', 0, 2],
      ['evil.test', 1, undefined],
    ]);
  });

  it('shows its connections during the run, and from the history after it', async () => {
    const seen: unknown[] = [];
    engine.program = async (job, hooks) => {
      await ordinary(job, hooks);
      seen.push(await report(job.id));
      return undefined;
    };
    const { id } = await run();
    const expected = {
      totals: [{ host: 'api.example.com', secrets: ['TOKEN'] }, { host: 'evil.test' }],
      requests: [
        { host: 'api.example.com', port: 443, method: 'POST', path: `/v1/${value}`, status: 201, secrets: ['TOKEN'] },
      ],
      requestsOmitted: 0,
    };
    expect(seen[0]).toMatchObject(expected);
    expect(await report(id)).toEqual(seen[0]);
    daemon().core.services.currentRuns.forget(id);
    expect(await report(id)).toEqual(seen[0]);
    const stored = daemon().core.database.read.get<{ network: Uint8Array; bytes: number; rest: number }>(
      `SELECT network, stored_bytes AS bytes, length(request) + length(preview) AS rest FROM executions WHERE id = ?`,
      [id],
    );
    expect(stored?.bytes).toBe((stored?.rest ?? 0) + (stored?.network.length ?? 0));
    expect(Buffer.from(stored?.network ?? []).includes('example.com')).toBe(false);
  });

  it('streams its events', async () => {
    engine.program = ordinary;
    const headers = user.client.credential;
    const sending = { method: 'POST', path: execute.path, headers, body: bodyWith({ allow: [rule] }) };
    const events = await (await openEventStream(daemon().url, sending)).rest();
    const network = events.filter(({ event }) => event === 'network').map(({ data }) => data);
    expect(network.map(({ phase }) => phase)).toEqual(['open', 'request', 'close', 'blocked', 'blocked', 'blocked']);
    expect(JSON.stringify(network)).not.toContain(value);
  });

  it('stores no connection if the settings store no outputs', async () => {
    engine.program = ordinary;
    await user.client.call(updateSettings, { body: { history: { keepOutputs: false } } });
    const { id } = await run();
    await user.client.call(updateSettings, { body: { history: { keepOutputs: true } } });
    daemon().core.services.currentRuns.forget(id);
    expect(await report(id)).toEqual({ totals: [], requests: [], requestsOmitted: 0 });
  });

  it('writes a summary also if the engine fails', async () => {
    engine.program = async (_, hooks) => {
      hooksOf(hooks).onOpen?.(control);
      throw new Error('planned failure');
    };
    const before = (await readAuditLog(user, 'network.summary')).length;
    await user.client.refusal(execute, { body: bodyWith({ allow: [rule] }) });
    expect(await readAuditLog(user, 'network.summary')).toHaveLength(before + 1);
  });
});

describe('a run without rules', () => {
  it('has an empty report, and its network is no one else’s to see', async () => {
    engine.program = async () => undefined;
    const { id } = await user.client.call(execute, { body: { language: 'python', code: '' } });
    expect(await report(id)).toEqual({ totals: [], requests: [], requestsOmitted: 0 });
    const stranger = await daemon().newUser();
    const refused = await stranger.client.refusal(readExecutionNetwork, { params: { id } });
    expect(refused.code).toBe('execution_not_found');
    const body = { name: 'narrow', scopes: ['execute'] };
    const { apiKey } = await user.session.call(createApiKey, { body });
    const narrow = user.client.with(asKey(apiKey));
    expect((await narrow.refusal(readExecutionNetwork, { params: { id } })).code).toBe('execution_not_found');
  });
});

describe('the use of a secret', () => {
  it('is on disk before the value is sent, so that a crash leaves the row', async () => {
    const rows: unknown[] = [];
    engine.program = async (job, hooks) => {
      hooksOf(hooks).onSecretUse('api.example.com', 'TOKEN');
      rows.push(...(await readAuditLog(user, 'network.secret_used')).filter((row) => row.resource_id === job.id));
      return undefined;
    };
    await run();
    expect(rows).toHaveLength(1);
  });

  it('throws if it cannot be recorded, at another host, of another secret, and after the run', async () => {
    const late: (() => void)[] = [];
    engine.program = async (_, hooks) => {
      const network = hooksOf(hooks);
      for (const [host, secret] of [
        ['other.example.com', 'TOKEN'],
        ['api.example.com', 'OTHER'],
        ['not a host', 'TOKEN'],
      ] as const)
        expect(() => network.onSecretUse(host, secret)).toThrow('no rule');
      const { database } = daemon().core;
      database.transaction(() => expect(() => network.onSecretUse('api.example.com', 'TOKEN')).toThrow('do not nest'));
      late.push(() => network.onSecretUse('api.example.com', 'TOKEN'));
      return undefined;
    };
    const { id } = await run();
    expect(late[0]).toThrow('has ended');
    const rows = await readAuditLog(user, 'network.secret_used');
    expect(rows.filter(({ resource_id }) => resource_id === id)).toEqual([]);
    expect(await daemon().readLog()).toContain('its value is not sent');
  });

  it('counts as use of the secret by the run', async () => {
    const other = await userWithToken();
    engine.program = async () => undefined;
    await other.client.call(execute, { body: bodyWith({ allow: [rule] }) });
    const used = daemon().core.database.read.all<{ at: number | null }>(
      'SELECT last_used_at AS at FROM secrets WHERE account_id = ?',
      [other.id],
    );
    expect(used.map(({ at }) => typeof at)).toEqual(['number']);
  });
});

describe('refused connections', () => {
  it('leave at most 32 rows for a reason, whatever the program tries', async () => {
    engine.program = async (_, hooks) => {
      for (let id = 0; id < 300; id++)
        hooksOf(hooks).onEvent(
          networkEvent({ id, phase: 'blocked', host: `h${id}.evil.test`, rule: null, reason: 'name_not_allowed' }),
        );
      return undefined;
    };
    const { id } = await run();
    const rows = daemon().core.database.read.get<{ count: number }>(
      "SELECT count(*) AS count FROM audit_log WHERE action = 'network.blocked' AND resource_id = ?",
      [id],
    );
    expect(rows?.count).toBe(32);
  });
});
