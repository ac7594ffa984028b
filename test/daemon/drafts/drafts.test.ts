/** Drafts of the interface, as the daemon keeps them: it has no part of their contents. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deleteAccount, login } from '../../../src-shared/contracts/accounts.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { deleteDraft, listDrafts, readDraft, saveDraft } from '../../../src-shared/contracts/drafts.contract.ts';
import { deleteCode, encryptCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { asBearer } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { at, payload, refusedSave, save } from './draft-calls.ts';

const daemon = testDaemonOfFile();
const idsOf = async ({ session }: TestUser) => (await session.call(listDrafts)).drafts.map(({ id }) => id);

describe('a draft', () => {
  it('is listed, and read as it was saved', async () => {
    const user = await daemon().newUser();
    const salted = payload(100, randomBytes(16).toString('base64'));
    const saved = await save(user, 'script:My script.v1', { payload: salted });
    expect(saved).toMatchObject({ id: 'script:My script.v1', size: 100 });
    expect((await user.session.call(listDrafts)).drafts).toEqual([saved]);
    expect(await user.session.call(readDraft, at(saved.id))).toEqual({ draft: { ...saved, payload: salted } });
  });

  it('is replaced by a save, and removed', async () => {
    const user = await daemon().newUser();
    await save(user, 'run');
    const newer = payload(200);
    await save(user, 'run', { payload: newer });
    expect((await user.session.call(readDraft, at('run'))).draft?.payload).toEqual(newer);
    await user.session.call(deleteDraft, at('run'));
    expect(await idsOf(user)).toEqual([]);
    expect(await user.session.call(readDraft, at('run'))).toEqual({ draft: null });
    await user.session.call(deleteDraft, at('run'));
  });

  it('is of the account that saved it', async () => {
    const [owner, stranger] = [await daemon().newUser(), await daemon().newUser()];
    await save(owner, 'run');
    expect(await idsOf(stranger)).toEqual([]);
    expect(await stranger.session.call(readDraft, at('run'))).toEqual({ draft: null });
    await stranger.session.call(deleteDraft, at('run'));
    expect(await idsOf(owner)).toEqual(['run']);
    await save(stranger, 'run', { payload: payload(300) });
    expect((await owner.session.call(listDrafts)).drafts).toMatchObject([{ id: 'run', size: 64 }]);
  });

  it('is out of reach for an API key, however many scopes it has', async () => {
    const user = await daemon().newUser();
    await save(user, 'run');
    const answers = await Promise.all([
      user.client.refusal(listDrafts),
      user.client.refusal(readDraft, at('run')),
      user.client.refusal(saveDraft, { ...at('run'), body: { payload: payload() } }),
      user.client.refusal(deleteDraft, at('run')),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden']);
  });

  it('has one of the known ids', async () => {
    const user = await daemon().newUser();
    const wrong = ['none-such', 'run2', 'script:', 'script:../x', 'script: x', 'options', `script:${'x'.repeat(129)}`];
    for (const id of wrong) expect(await refusedSave(user, id), id).toMatchObject({ code: 'invalid_request' });
    for (const id of ['run', 'run.files', 'generate', 'script-new', 'script:a', 'options:a b']) await save(user, id);
    expect(await idsOf(user)).toHaveLength(6);
  });

  it('leaves no row in the audit log, and nothing of it in the log files', async () => {
    const user = await daemon().newUser();
    const before = (await user.client.call(listAuditLog)).logs.length;
    await save(user, 'script:private name');
    await user.session.call(readDraft, at('script:private name'));
    expect((await user.client.call(listAuditLog)).logs).toHaveLength(before);
    expect(await daemon().readLog()).not.toContain('private name');
  });
});

describe('a draft of two windows', () => {
  it('is not overwritten or removed by the one that knows an older version', async () => {
    const user = await daemon().newUser();
    const first = await save(user, 'run', { payload: payload(), basedOn: null });
    const second = await save(user, 'run', { payload: payload(70), basedOn: first.updatedAt });
    expect(Date.parse(second.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
    for (const basedOn of [null, first.updatedAt])
      expect(await refusedSave(user, 'run', { payload: payload(), basedOn })).toMatchObject({ code: 'draft_changed' });
    const query = { basedOn: first.updatedAt };
    expect(await user.session.refusal(deleteDraft, { ...at('run'), query })).toMatchObject({ code: 'draft_changed' });
    expect((await user.session.call(readDraft, at('run'))).draft).toMatchObject(second);
  });

  it('can be saved after another window has removed it', async () => {
    const user = await daemon().newUser();
    const { updatedAt } = await save(user, 'run');
    await user.session.call(deleteDraft, { ...at('run'), query: { basedOn: updatedAt } });
    await save(user, 'run', { payload: payload(), basedOn: updatedAt });
    expect(await idsOf(user)).toEqual(['run']);
  });
});

describe('the key of drafts', () => {
  it('is the same in every session of the account, and another in every account', async () => {
    const [user, other] = [await daemon().newUser(), await daemon().newUser()];
    const { key } = await user.session.call(listDrafts);
    const { email, password } = user;
    const { token } = await daemon().client.call(login, { body: { email, password } });
    expect((await daemon().client.with(asBearer(token)).call(listDrafts)).key).toBe(key);
    expect((await other.session.call(listDrafts)).key).not.toBe(key);
  });
});

describe('drafts are removed', () => {
  it('with the script that they are of, and no others', async () => {
    const user = await daemon().newUser();
    const body = { masterPassword: 'x', code: 'print(1)' };
    const sealed = await user.client.call(encryptCode, { body });
    for (const name of ['a', 'b'])
      await user.client.call(storeCode, { params: { name }, body: { ...sealed, language: 'python' } });
    for (const id of ['run', 'script:a', 'options:a', 'script:b', 'options:b']) await save(user, id);
    await user.client.call(deleteCode, { params: { name: 'a' } });
    expect(await idsOf(user)).toEqual(['options:b', 'run', 'script:b']);
  });

  it('with their account', async () => {
    const user = await daemon().newUser();
    await save(user, 'run');
    await save(user, 'script:a');
    await user.session.answer(deleteAccount, { body: { password: user.password } });
    const { read } = daemon().core.database;
    expect(read.all('SELECT id FROM drafts WHERE account_id = ?', [user.id])).toEqual([]);
  });
});
