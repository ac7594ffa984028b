import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listDrafts, readDraft, saveDraft } from '../../../src-shared/contracts/drafts.contract.ts';
import { listRolledBackItems } from '../../../src-shared/contracts/items.contract.ts';
import * as contract from '../../../src-shared/contracts/vault.contract.ts';
import { base64Bytes } from '../../../src-shared/formats/base64.ts';
import { openDraft, sealDraft } from '../../../src-shared/zk/draft-seal.ts';
import type { ZKPayload } from '../../../src-shared/zk/zk-payload.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const { storeCode, listCode, readCode, listCodeRevisions, renameCode } = contract;
const daemon = testDaemonOfFile();
const { vectors }: { vectors: { payload: ZKPayload }[] } = JSON.parse(
  readFileSync(new URL('../../vectors/zk.json', import.meta.url), 'utf8'),
);
const [first, second] = vectors.map(({ payload }) => payload) as [ZKPayload, ZKPayload];

async function newUser(): Promise<TestUser> {
  daemon().clock.pass(60 * 60_000);
  return daemon().newUser();
}

const store = (user: TestUser, name: string, encryptedPayload = first) =>
  user.client.call(storeCode, { params: { name }, body: { encryptedPayload, language: 'python' } });
const rename = (user: TestUser, [from, to]: readonly [string, string], headers = {}) =>
  user.client.answer(renameCode, { params: { name: from }, body: { name: to }, headers });

describe('renaming a script', () => {
  test('moves it to a folder with its revisions, payloads and creation time', async () => {
    const user = await newUser();
    await store(user, 'report');
    await store(user, 'report', second);
    const [before] = (await user.client.call(listCode)).code;
    const renamed = await rename(user, ['report', 'billing/2026/report']);
    expect([renamed.status, renamed.json]).toEqual([200, { ...before, name: 'billing/2026/report' }]);
    const params = { name: 'billing/2026/report' };
    expect((await user.client.call(readCode, { params })).encryptedPayload).toEqual(second);
    expect((await user.client.call(readCode, { params, query: { revision: 1 } })).encryptedPayload).toEqual(first);
    expect((await user.client.call(listCodeRevisions, { params })).revisions).toHaveLength(2);
    expect(await user.client.refusal(readCode, { params: { name: 'report' } })).toMatchObject({
      code: 'code_not_found',
    });
  });

  test('leaves no item that counts as rolled back, also after further revisions and names', async () => {
    const user = await newUser();
    for (const [name, to] of [
      ['a', 'b'],
      ['b', 'x/c'],
      ['x/c', 'a'],
    ] as const) {
      await store(user, name);
      await store(user, name, second);
      expect((await rename(user, [name, to])).status).toBe(200);
    }
    expect((await user.session.call(listRolledBackItems)).items).toEqual([]);
    for (const revision of [1, 3, 5, 6])
      expect(await user.client.call(readCode, { params: { name: 'a' }, query: { revision } })).toMatchObject({
        revision,
      });
  });

  test('is recorded with both names', async () => {
    const user = await newUser();
    await store(user, 'a');
    await rename(user, ['a', 'b']);
    const { logs } = await user.client.call(listAuditLog, { query: { limit: 1 } });
    expect(logs[0]).toMatchObject({ action: 'zk.rename', resource_id: 'b', metadata: { name: 'b', from: 'a' } });
  });

  test('to a taken name, of a missing script, at another revision or to a bad name changes nothing', async () => {
    const user = await newUser();
    await store(user, 'a');
    await store(user, 'b');
    expect((await rename(user, ['a', 'b'])).json).toMatchObject({ error: { code: 'code_name_taken' } });
    expect((await rename(user, ['c', 'd'])).json).toMatchObject({ error: { code: 'code_not_found' } });
    expect((await rename(user, ['a', 'd'], { 'If-Match': '"2"' })).json).toMatchObject({
      error: { code: 'precondition_failed' },
    });
    expect((await rename(user, ['a', 'x//y'])).json).toMatchObject({ error: { code: 'invalid_request' } });
    expect((await user.client.call(listCode)).code.map(({ name }) => name)).toEqual(['a', 'b']);
    const stranger = await newUser();
    expect((await rename(stranger, ['a', 'd'])).status).toBe(404);
  });

  test('of a script that was changed outside of the daemon is refused', async () => {
    const user = await newUser();
    await store(user, 'a');
    daemon().core.database.transaction((db) =>
      db.run("UPDATE encrypted_code SET name = 'forged' WHERE account_id = ?", [user.id]),
    );
    expect((await rename(user, ['forged', 'b'])).json).toMatchObject({ error: { code: 'item_rolled_back' } });
  });

  test('takes its run options along, sealed for the new name', async () => {
    const user = await newUser();
    await store(user, 'a');
    const { key } = await user.session.call(listDrafts);
    const own = { salt: null, material: base64Bytes(key) };
    const plaintext = new TextEncoder().encode('options');
    const context = (draftId: string) => ({ accountId: user.id, draftId });
    const payload = sealDraft(own, context('options:a'), { plaintext });
    await user.session.call(saveDraft, { params: { id: 'options:a' }, body: { payload } });
    await rename(user, ['a', 'x/b']);
    expect((await user.session.call(readDraft, { params: { id: 'options:a' } })).draft).toBeNull();
    const { draft } = await user.session.call(readDraft, { params: { id: 'options:x/b' } });
    if (draft === null) throw new Error('the options are lost');
    expect(openDraft(own, context('options:x/b'), draft.payload)).toEqual(plaintext);
  });
});
