/** After an unclean stop of the daemon the sessions of browsers end; all others stay valid. */
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../../src-daemon/process/config.ts';
import { login, refresh, verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { keepSession, restoreSession } from '../../../src-shared/contracts/remembered.contract.ts';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { type ApiClient, asBearer, createApiClient } from '../../support/api-client.ts';
import { type ReadyDaemon, startChildDaemon, temporaryDataDir } from '../../support/daemon/child-daemon.ts';
import { daemonFlags, registerUser, type TestUser } from '../../support/daemon/test-daemon.ts';
import { provenShell } from '../../support/shell-proof.ts';

/** The headers that every browser sends with a request of a page. */
const asBrowser = { 'sec-fetch-site': 'same-origin' };
let daemon: ReadyDaemon | undefined;

afterEach(() => stop('SIGTERM'));

async function start(dataDir: string): Promise<ApiClient> {
  daemon = await startChildDaemon(dataDir);
  return createApiClient(daemon.url);
}

async function stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  daemon?.process.kill(signal);
  await daemon?.exited;
  daemon = undefined;
}

const logIn = async (client: ApiClient, { email, password }: TestUser, headers: Record<string, string> = {}) =>
  (await client.call(login, { body: { email, password }, headers })).token;

async function statusesOf(client: ApiClient, tokens: string[]): Promise<number[]> {
  const answers = await Promise.all(tokens.map((token) => client.with(asBearer(token)).answer(verify)));
  return answers.map(({ status }) => status);
}

it('ends the sessions of browsers, with a row of the audit log, and says so in the health answer', async () => {
  const { dataDir } = temporaryDataDir();
  const first = await start(dataDir);
  const user = await registerUser(first.url);
  const page = await logIn(first, user, asBrowser);
  const renewed = (await first.with({ ...asBearer(page), ...asBrowser }).call(refresh)).token;
  expect(await first.call(readHealth)).toMatchObject({ previousStop: 'clean' });
  await stop('SIGKILL');

  const second = await start(dataDir);
  expect(await statusesOf(second, [page, renewed, user.token])).toEqual([401, 401, 200]);
  expect((await second.with(asBearer(renewed)).answer(refresh)).status).toBe(401);
  expect(await second.call(readHealth)).toMatchObject({ previousStop: 'unexpected' });
  const { logs } = await second.with(user.client.credential).call(listAuditLog);
  const ends = logs.filter(({ action }) => action === 'session.end');
  expect(ends).toMatchObject([{ resource_type: 'session', metadata: { reason: 'unexpected_stop' } }]);
});

it('keeps the sessions of browsers over a clean stop', async () => {
  const { dataDir } = temporaryDataDir();
  const first = await start(dataDir);
  const page = await logIn(first, await registerUser(first.url), asBrowser);
  await stop('SIGTERM');
  const second = await start(dataDir);
  expect(await statusesOf(second, [page])).toEqual([200]);
  expect(await second.call(readHealth)).toMatchObject({ previousStop: 'clean' });
});

it('keeps the session that this computer remembers, and ends the one of its window when that came by the port', async () => {
  const { dataDir } = temporaryDataDir();
  const config = readConfig(daemonFlags(dataDir), { ...process.env });
  const first = await start(dataDir);
  const page = await logIn(first, await registerUser(first.url), asBrowser);
  const kept = await provenShell({ config, url: first.url }, 'keep');
  await first.with({ ...asBearer(page), ...asBrowser }).call(keepSession, { body: kept });
  await stop('SIGKILL');

  const second = await start(dataDir);
  expect(await statusesOf(second, [page])).toEqual([401]);
  const proof = await provenShell({ config, url: second.url }, 'restore');
  const { token } = await second.call(restoreSession, { body: proof });
  expect(await statusesOf(second, [token])).toEqual([200]);
});
