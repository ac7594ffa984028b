/** Changing the master password: every script gets its new payload, or none does, also if the change is broken off. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listRolledBackItems } from '../../../src-shared/contracts/items.contract.ts';
import {
  beginReseal,
  cancelReseal,
  commitReseal,
  putResealed,
  resealHours,
} from '../../../src-shared/contracts/reseal.contract.ts';
import * as contract from '../../../src-shared/contracts/vault.contract.ts';
import type { ZKPayload } from '../../../src-shared/zk/zk-payload.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const { storeCode, listCode, readCode, listCodeRevisions, deleteCode } = contract;
const daemon = testDaemonOfFile();
const { vectors }: { vectors: { payload: ZKPayload }[] } = JSON.parse(
  readFileSync(new URL('../../vectors/zk.json', import.meta.url), 'utf8'),
);
const [old, resealed, other] = vectors.map(({ payload }) => payload) as [ZKPayload, ZKPayload, ZKPayload];

async function userWith(...names: string[]): Promise<TestUser> {
  daemon().clock.pass(60 * 60_000);
  const user = await daemon().newUser();
  for (const name of names) await store(user, name);
  return user;
}

const store = ({ client }: TestUser, name: string, encryptedPayload = old) =>
  client.call(storeCode, {
    params: { name },
    body: {
      encryptedPayload,
      language: 'bash',
      description: `of ${name}`,
      network: { allow: [{ host: 'a.example' }] },
    },
  });
const begin = async ({ session }: TestUser) => (await session.call(beginReseal)).id;
const send = ({ session }: TestUser, [id, name]: readonly [string, string], revision = 1) =>
  session.call(putResealed, { params: { id, name }, body: { revision, encryptedPayload: resealed } });
const payloadOf = async ({ client }: TestUser, name: string, revision?: number) =>
  (await client.call(readCode, { params: { name }, ...(revision && { query: { revision } }) })).encryptedPayload;

describe('a change of the master password', () => {
  test('replaces every script at once, keeps what is not encrypted, and leaves nothing of the old password', async () => {
    const user = await userWith('a', 'folder/b');
    await store(user, 'a', other);
    const before = (await user.client.call(listCode)).code;
    const id = await begin(user);
    await send(user, [id, 'a'], 2);
    await send(user, [id, 'folder/b']);
    expect(await payloadOf(user, 'a')).toEqual(other);
    expect(await user.session.call(commitReseal, { params: { id } })).toEqual({ code: 2 });
    for (const name of ['a', 'folder/b']) expect(await payloadOf(user, name)).toEqual(resealed);
    const { code } = await user.client.call(listCode);
    const lasting = (rows: typeof code) => rows.map(({ size, revision, updatedAt, ...rest }) => rest);
    expect(lasting(code)).toEqual(lasting(before));
    expect(code.map(({ revision }) => revision)).toEqual([3, 2]);
    const { revisions } = await user.client.call(listCodeRevisions, { params: { name: 'a' } });
    expect(revisions.map(({ revision }) => revision)).toEqual([3]);
    expect(daemon().core.database.read.all('SELECT 1 FROM resealed_code')).toEqual([]);
    expect((await user.session.call(listRolledBackItems)).items).toEqual([]);
    const { logs } = await user.client.call(listAuditLog, { query: { limit: 20 } });
    expect(logs.filter(({ action }) => action === 'zk.reseal').map(({ resource_id }) => resource_id)).toEqual([
      'folder/b',
      'a',
    ]);
  });

  test('is refused as a whole if a script is missing, was added, or was changed', async () => {
    const user = await userWith('a', 'b');
    const id = await begin(user);
    await send(user, [id, 'a']);
    const commit = () => user.session.refusal(commitReseal, { params: { id } });
    expect(await commit()).toMatchObject({ code: 'reseal_outdated', details: [{ message: 'b was changed or added' }] });
    await send(user, [id, 'b']);
    await store(user, 'a', other);
    expect(await commit()).toMatchObject({ code: 'reseal_outdated' });
    expect(
      await user.session.refusal(putResealed, {
        params: { id, name: 'a' },
        body: { revision: 1, encryptedPayload: resealed },
      }),
    ).toMatchObject({ code: 'reseal_outdated' });
    await send(user, [id, 'a'], 2);
    await store(user, 'new');
    expect(await commit()).toMatchObject({ code: 'reseal_outdated' });
    for (const [name, payload] of [
      ['a', other],
      ['b', old],
      ['new', old],
    ] as const)
      expect(await payloadOf(user, name)).toEqual(payload);
    await user.client.call(deleteCode, { params: { name: 'new' } });
    expect(await user.session.call(commitReseal, { params: { id } })).toEqual({ code: 2 });
  });

  test('leaves scripts of another password as they are, if it is asked to', async () => {
    const user = await userWith('a', 'theirs');
    await store(user, 'theirs', other);
    const id = await begin(user);
    await send(user, [id, 'a']);
    await user.session.call(commitReseal, { params: { id }, body: { otherPassword: ['theirs'] } });
    expect([await payloadOf(user, 'a'), await payloadOf(user, 'theirs')]).toEqual([resealed, other]);
    expect(await payloadOf(user, 'theirs', 1)).toEqual(old);
  });

  test('ends when it is broken off, when another one begins, and after a day', async () => {
    const user = await userWith('a');
    const expectRemoved = async (id: string) => {
      expect(await user.session.refusal(commitReseal, { params: { id } })).toMatchObject({ code: 'reseal_not_found' });
      expect(await payloadOf(user, 'a')).toEqual(old);
    };
    const first = await begin(user);
    await send(user, [first, 'a']);
    await begin(user);
    await expectRemoved(first);
    const second = await begin(user);
    await send(user, [second, 'a']);
    await user.session.call(cancelReseal, { params: { id: second } });
    await expectRemoved(second);
    const third = await begin(user);
    await send(user, [third, 'a']);
    daemon().clock.pass((resealHours + 1) * 3_600_000);
    daemon().core.services.sweep();
    expect(daemon().core.database.read.all('SELECT 1 FROM reseals')).toEqual([]);
  });

  test('is the owner’s: no API key can do it, and no account touches the scripts of another', async () => {
    const user = await userWith('a');
    const stranger = await daemon().newUser();
    await store(stranger, 'a');
    expect(await user.client.refusal(beginReseal)).toMatchObject({ code: 'forbidden' });
    const id = await begin(user);
    expect(
      await stranger.session.refusal(putResealed, {
        params: { id, name: 'a' },
        body: { revision: 1, encryptedPayload: resealed },
      }),
    ).toMatchObject({ code: 'reseal_not_found' });
    const theirs = await begin(stranger);
    await send(stranger, [theirs, 'a']);
    await stranger.session.call(commitReseal, { params: { id: theirs } });
    expect([await payloadOf(user, 'a'), await payloadOf(stranger, 'a')]).toEqual([old, resealed]);
  });
});
