/** Completion of names that only the daemon knows, as the scripts of the shells request it. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '../../src-shared/contracts/audit.contract.ts';
import { listSecrets, putSecret } from '../../src-shared/contracts/secrets.contract.ts';
import { storeCode } from '../../src-shared/contracts/vault.contract.ts';
import { examplePayload } from '../../src-shared/zk/zk-payload.ts';
import type { TestUser } from '../support/daemon/test-daemon.ts';
import { commandIn, commandWithDaemon, type TestCommand, temporaryFolder } from './command.ts';

const { daemon, folder, forNewUser } = commandWithDaemon();
let user: TestUser;
let command: TestCommand;

beforeAll(async () => {
  ({ user, command } = await forNewUser());
  await user.client.call(putSecret, {
    params: { name: 'API_TOKEN' },
    body: { value: 'x', description: 'a\u001b[31mb' },
  });
  await user.client.call(putSecret, { params: { name: 'OTHER' }, body: { value: 'x' } });
  const body = { encryptedPayload: examplePayload, language: 'python' };
  await user.client.call(storeCode, { params: { name: 'nightly report' }, body });
});

/** Returns the answer to a Tab at the end of the arguments. */
async function tab(args: string[], { shell = 'bash', by = command, env = {} } = {}) {
  const line = ['strongroom', '--data-dir', daemon().config.dataDir, ...args];
  const position = { SHELL: shell, COMP_CWORD: String(line.length - 1) };
  const { exitCode, stdout, stderr } = await by.run(['completion-server', '--', ...line], {
    env: { ...position, ...env },
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

describe('completion', () => {
  it('offers languages as arguments and as values of options', async () => {
    expect(await tab(['exec', 'py'])).toEqual(['python']);
    expect(await tab(['run', '--language', 'ja'])).toEqual(['javascript', 'java']);
    expect(await tab(['run', '-l', 'bas'])).toEqual(['bash']);
  });

  it('offers secrets and scripts, in the form that each shell needs', async () => {
    expect(await tab(['secrets', 'rm', ''])).toEqual(['API_TOKEN', 'OTHER']);
    expect(await tab(['run', '--secret', 'API'], { shell: 'fish' })).toEqual(['API_TOKEN\ta␛[31mb']);
    expect(await tab(['vault', 'run', 'night'])).toEqual(['nightly\\ report']);
    expect(await tab(['vault', 'run', 'nightly\\ r'])).toEqual(['nightly\\ report']);
    expect(await tab(['vault', 'run', 'n'], { shell: 'zsh' })).toEqual(['nightly report:']);
  });

  it('offers no name for the arguments of the program', async () => {
    expect(await tab(['vault', 'run', 'nightly report', ''])).toEqual([]);
    expect(await tab(['exec', 'python', ''])).toEqual([]);
  });

  it('is recorded once, however many Tabs there are; other listings are recorded each time', async () => {
    const { command: other, user: owner } = await forNewUser();
    const rows = async () => {
      const { logs } = await owner.client.call(listAuditLog, { query: { limit: 50 } });
      return logs.filter(({ action }) => action === 'secret.list').length;
    };
    for (const text of ['', 'A', 'AP']) await tab(['secrets', 'set', text], { by: other });
    expect(await rows()).toBe(1);
    for (const _ of [1, 2]) await owner.client.call(listSecrets, {});
    expect(await rows()).toBe(3);
  });

  it('offers nothing and reports nothing without a key, with a wrong key and without a daemon', async () => {
    const without = commandIn(folder, daemon().config.dataDir);
    expect(await tab(['secrets', 'rm', ''], { by: without })).toEqual([]);
    expect(await tab(['secrets', 'rm', ''], { env: { STRONGROOM_API_KEY: 'srk_wrong' } })).toEqual([]);
    const empty = join(temporaryFolder(), 'data');
    const env = { COMP_CWORD: '5', SHELL: 'bash', STRONGROOM_API_KEY: user.apiKey };
    const line = ['strongroom', '--data-dir', empty, 'secrets', 'rm', ''];
    const answer = await commandIn(folder, empty).run(['completion-server', '--', ...line], { env });
    expect(answer).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('uses the key that login stored in a file', async () => {
    const own = commandIn(temporaryFolder(), daemon().config.dataDir);
    const { stdout } = await own.run(['login', '--email', user.email, '--json'], { input: `${user.password}\n` });
    expect(JSON.parse(stdout)).toMatchObject({ credential: 'file' });
    expect(await tab(['secrets', 'rm', 'O'], { by: own })).toEqual(['OTHER']);
  });

  it('ends without an answer of the daemon', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const begin = performance.now();
    const env = { STRONGROOM_URL: `http://127.0.0.1:${port}` };
    expect(await tab(['secrets', 'rm', ''], { env })).toEqual([]);
    // The time limit of other commands is longer.
    expect(performance.now() - begin).toBeLessThan(20_000);
    silent.close();
  });
});
