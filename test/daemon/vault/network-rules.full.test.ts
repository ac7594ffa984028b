/** Network rules that are stored with code. A fake engine receives the jobs. */
import { beforeAll, expect, it } from 'vitest';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import {
  encryptCode,
  executeCode,
  listCode,
  readCode,
  storeCode,
} from '../../../src-shared/contracts/vault.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { type ScriptedEngine, scriptEngine } from '../../support/engine/scripted-engine.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
const masterPassword = 'the master password of a test';
const network = { allow: [{ host: 'api.example.com', methods: ['GET'] }], onBlocked: 'ask' };
let engine: ScriptedEngine;
let user: TestUser;
let encryptedPayload: unknown;

beforeAll(async () => {
  engine = scriptEngine(daemon().core.engine);
  user = await daemon().newUser();
  await user.client.call(updateSettings, { body: { network: { ceiling: [{ host: 'api.example.com' }] } } });
  ({ encryptedPayload } = await user.client.call(encryptCode, { body: { masterPassword, code: 'print(1)' } }));
});

const inputs = (name: string, more: object) => ({
  params: { name },
  body: { encryptedPayload, language: 'python', ...more },
});
const store = (name: string, more: object) => user.client.call(storeCode, inputs(name, more));
const read = (name: string, query = {}) => user.client.call(readCode, { params: { name }, query });
const execution = (name: string, more: object = {}) => ({ params: { name }, body: { masterPassword, ...more } });

it('are stored, listed and read, kept by a replacement without them, and removed by null', async () => {
  await store('script', { network });
  await store('script', { description: 'new' });
  expect((await read('script')).network).toEqual(network);
  const { code } = await user.client.call(listCode);
  expect(code.find(({ name }) => name === 'script')).toMatchObject({ revision: 2, network });
  await store('script', { network: null });
  expect(await read('script')).not.toHaveProperty('network');
  expect((await read('script', { revision: 2 })).network).toEqual(network);
});

it('apply to a run that names no network, and to no other', async () => {
  await store('job', { network });
  await user.client.call(executeCode, execution('job'));
  expect(engine.jobs.at(-1)?.network).toMatchObject({ rules: [{ host: 'api.example.com' }], onBlocked: 'ask' });
  await user.client.call(executeCode, execution('job', { network: 'none' }));
  expect(engine.jobs.at(-1)?.network).toBe('none');
  await user.client.call(executeCode, execution('job', { network: { allow: [] } }));
  expect(engine.jobs.at(-1)?.network).toMatchObject({ rules: [], onBlocked: 'deny' });
  const refusal = await user.client.refusal(executeCode, execution('job', { secrets: 'all' }));
  expect(refusal.code).toBe('secrets_must_be_named');
});

it('must lie within the ceiling when the code is run, not when it is stored', async () => {
  await store('far', { network: { allow: [{ host: 'evil.test' }] } });
  expect((await user.client.refusal(executeCode, execution('far'))).code).toBe('network_not_allowed');
});

it.each([[{ allow: [{ host: '10.0.0.1' }] }], [{ allow: [{ host: 'a.test', protocol: 'tcp' }] }], ['full']])(
  'are refused if they are not valid: %j',
  async (rules) => {
    expect((await user.client.refusal(storeCode, inputs('bad', { network: rules }))).code).toBe('invalid_request');
  },
);

it('with an address are stored by a session only', async () => {
  const rules = { allow: [{ host: 'api.example.com', address: '10.0.0.1' }] };
  const refusal = await user.client.refusal(storeCode, inputs('local', { network: rules }));
  expect(refusal).toMatchObject({ code: 'forbidden', details: [{ path: 'network.allow[0].address' }] });
  await user.session.call(storeCode, inputs('local', { network: rules }));
  expect((await user.client.refusal(executeCode, execution('local'))).code).toBe('forbidden');
  await user.session.call(executeCode, execution('local'));
});

it('that were changed in the database are noticed', async () => {
  await store('edited', { network });
  await store('without', {});
  const edit = (name: string, rules: string | null) =>
    daemon().core.database.transaction((db) =>
      db.run(
        'UPDATE encrypted_code_revisions SET network = ? WHERE code_id = (SELECT id FROM encrypted_code WHERE name = ?)',
        [rules, name],
      ),
    );
  edit('edited', JSON.stringify({ allow: [{ host: 'evil.test' }] }));
  edit('without', JSON.stringify(network));
  for (const name of ['edited', 'without'])
    expect((await user.client.refusal(executeCode, execution(name))).code).toBe('item_rolled_back');
  edit('without', null);
  await user.client.call(executeCode, execution('without'));
});
