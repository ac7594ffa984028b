import { expect, test } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { deleteSecret, listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import type { Scope } from '../../../src-shared/scopes.ts';
import { asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';

const daemon = testDaemonOfFile();
const values = { ONE: 'value-of-the-first-é', TWO: 'value-of-the-second', SHORT: 'abc' };
const showLengths =
  'import os; print({name: len(os.environ[name]) for name in ["ONE", "TWO", "SHORT"] if name in os.environ})';

async function newUser(secrets: Record<string, string> = values): Promise<TestUser> {
  daemon().clock.pass(60 * 60_000);
  const user = await daemon().newUser();
  for (const [name, value] of Object.entries(secrets))
    await user.client.call(putSecret, { params: { name }, body: { value } });
  return user;
}

async function clientWith(user: TestUser, key: { scopes: Scope[]; secretNames?: string[] }) {
  const { apiKey } = await user.session.call(createApiKey, { body: { name: 'narrow', ...key } });
  return user.client.with(asKey(apiKey));
}

const python = (code: string, more: object = {}) => ({ body: { language: 'python', code, ...more } });
const injectedCount = async (user: TestUser) =>
  (await user.client.call(listAuditLog, { query: { action: 'code.execute', limit: 1 } })).logs[0]?.metadata
    .secretsInjected;

describeWithEngine('a run', () => {
  test('has all secrets as environment variables, and the trail says how many', async () => {
    const user = await newUser();
    const { stdout } = await user.client.call(execute, python(showLengths));
    expect(stdout).toBe("{'ONE': 20, 'TWO': 19, 'SHORT': 3}\n");
    expect(await injectedCount(user)).toBe(3);
    const { secrets } = await user.client.call(listSecrets);
    expect(secrets.map(({ lastUsedAt }) => typeof lastUsedAt)).toEqual(['string', 'string', 'string']);
  });

  test('has only those that it names', async () => {
    const user = await newUser();
    const { stdout } = await user.client.call(execute, python(showLengths, { secrets: ['TWO', 'TWO'] }));
    expect(stdout).toBe("{'TWO': 19}\n");
    expect(await injectedCount(user)).toBe(1);
    const { secrets } = await user.client.call(listSecrets);
    expect(secrets.filter(({ lastUsedAt }) => lastUsedAt !== null).map(({ name }) => name)).toEqual(['TWO']);
    const none = await user.client.call(execute, python(showLengths, { secrets: [] }));
    expect(none.stdout).toBe('{}\n');
  });

  test('masks what its program prints, in both streams, the answer, the history and the stream of events', async () => {
    const user = await newUser();
    const code = `
import base64, json, os, sys, time, urllib.parse
one = os.environ["ONE"]
print("out", one, json.dumps(one), urllib.parse.quote(one), base64.b64encode(one.encode()).decode(), os.environ["SHORT"])
print("err", one, file=sys.stderr)
for unit in one: print(unit, end="", flush=True); time.sleep(0.005)
`;
    const { id, stdout, stderr } = await user.client.call(execute, python(code));
    expect(stdout).toBe('out *** "***" *** *** abc\n***');
    expect(stderr).toBe('err ***\n');
    const kept = await user.client.call(readExecution, { params: { id } });
    expect([kept.stdout, kept.stderr]).toEqual([stdout, stderr]);
    const stream = await openEventStream(daemon().url, {
      method: 'POST',
      path: execute.path,
      headers: user.client.credential,
      ...python(code),
    });
    const events = await stream.rest();
    const printed = events.filter(({ event }) => event === 'stdout').map(({ data }) => data.text);
    expect(printed.join('')).toBe(stdout);
    expect(JSON.stringify(events)).not.toContain(values.ONE);
  });

  test('that names a missing secret is refused, and the error has the name', async () => {
    const user = await newUser();
    const refused = await user.client.refusal(execute, python('print(1)', { secrets: ['ONE', 'MISSING'] }));
    expect(refused).toMatchObject({ code: 'unknown_secret', message: expect.stringContaining('MISSING') });
    await user.client.call(deleteSecret, { params: { name: 'ONE' } });
    const deleted = await user.client.refusal(execute, python('print(1)', { secrets: ['ONE'], env: { ONE: 'x' } }));
    expect(deleted).toMatchObject({ status: 422, details: [{ path: 'secrets' }] });
  });

  test('with a key that lacks the scope has none, and naming one is refused', async () => {
    const user = await newUser();
    const narrow = await clientWith(user, { scopes: ['execute'] });
    expect((await narrow.call(execute, python(showLengths))).stdout).toBe('{}\n');
    expect(await injectedCount(user)).toBe(0);
    for (const name of ['ONE', 'MISSING']) {
      const refused = await narrow.refusal(execute, python('print(1)', { secrets: [name] }));
      expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringContaining('"secrets"') });
    }
  });

  test('with a key for some secrets has those, with or without the scope', async () => {
    const user = await newUser();
    for (const scopes of [['execute'], ['execute', 'secrets']] satisfies Scope[][]) {
      const narrow = await clientWith(user, { scopes, secretNames: ['TWO', 'LATER'] });
      expect((await narrow.call(execute, python(showLengths))).stdout).toBe("{'TWO': 19}\n");
      const refused = await narrow.refusal(execute, python('print(1)', { secrets: ['ONE'] }));
      expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringContaining('ONE') });
    }
  });

  test('with the network takes secrets by name only', async () => {
    const user = await newUser();
    await user.session.call(updateSettings, { body: { network: { allowed: true } } });
    const refused = await user.client.refusal(execute, python('print(1)', { network: 'full', secrets: 'all' }));
    expect(refused).toMatchObject({ code: 'secrets_must_be_named' });
  });

  test('never has another account’s secrets', async () => {
    const [, stranger] = [await newUser(), await newUser({})];
    expect((await stranger.client.call(execute, python(showLengths))).stdout).toBe('{}\n');
    expect(await stranger.client.refusal(execute, python('print(1)', { secrets: ['ONE'] }))).toMatchObject({
      code: 'unknown_secret',
    });
  });
});
