import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flushDrafts } from '../../../src-renderer/client/drafts/drafts.ts';
import { dropSession } from '../../../src-renderer/client/session/session.ts';
import { createAccountSealer } from '../../../src-renderer/crypto/draft-sealer.ts';
import { deleteScripts, undoLastDeletion } from '../../../src-renderer/features/vault/deletion/delete-scripts.ts';
import { undoMs, useUndoables } from '../../../src-renderer/features/vault/deletion/undo-store.ts';
import { useDocuments } from '../../../src-renderer/features/vault/documents/documents-store.ts';
import { changeDocument } from '../../../src-renderer/features/vault/documents/script-drafts.ts';
import { closeTransfer, useTransfer } from '../../../src-renderer/features/vault/transfer/transfer-store.ts';
import { useVault } from '../../../src-renderer/features/vault/vault-store.ts';
import { useToasts } from '../../../src-renderer/ui/overlays/toasts.ts';
import { draftKey } from '../drafts/draft-daemon.ts';
import { createPage } from '../page/browser.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { storedCode } from './stored-code.ts';
import { answerVault, payloadOf, type SealedRevision } from './vault-daemon.ts';

const sealer = createAccountSealer(draftKey);
const rules = { allow: [{ host: 'api.example.com' }] };
const revision = (text: string, more: Partial<SealedRevision> = {}): SealedRevision => ({
  ...{ language: 'python', description: `of ${text}`, encryptedPayload: payloadOf(text) },
  ...more,
});
let daemon: ReturnType<typeof answerVault>;

cleanPageAfterEach();
beforeEach(() => {
  createPage();
  daemon = answerVault();
  beginTestSession();
  useVault.setState({ masterPassword: 'a good password', sealer });
});

const remove = (...scripts: readonly (readonly [string, number])[]) =>
  deleteScripts({
    scripts: scripts.map(([name, at]) => storedCode(name, { revision: at })),
    canUndo: true,
    dropOptionsOf: () => undefined,
  });
const undone = async () => {
  closeTransfer();
  expect(undoLastDeletion()).toBe(true);
  await expect.poll(() => useTransfer.getState().transfer?.phase).toBe('ended');
};
const textsOf = (name: string) => daemon.code.get(name)?.map(({ description }) => description);

describe('the deletion of scripts', () => {
  it('happens at once, and its undo stores descriptions, rules, revisions and options again', async () => {
    daemon.code.set('a', [revision('one'), revision('two', { network: rules })]);
    daemon.code.set('b', [revision('b')]);
    const options = await sealer.seal({ accountId: 7, draftId: 'options:a' }, '{}');
    daemon.drafts.set('options:a', options);
    useDocuments.getState().choose('a');
    expect(await remove(['a', 2], ['b', 1])).toEqual([]);
    expect([daemon.code.size, useDocuments.getState().chosen]).toEqual([0, undefined]);
    daemon.drafts.clear();
    const [toast] = useToasts.getState().toasts;
    expect(toast?.message).toContain('2 scripts deleted.');
    toast?.action?.run();
    await expect.poll(() => daemon.code.size).toBe(2);
    await expect.poll(() => useDocuments.getState().chosen).toBe('a');
    // The current revision is stored first as well, in case the page is closed in between.
    expect(textsOf('a')).toEqual(['of two', 'of one', 'of two']);
    expect(daemon.code.get('a')?.at(-1)).toMatchObject({ network: rules, encryptedPayload: payloadOf('two') });
    expect(daemon.code.get('a')?.[1]).toMatchObject({ network: null });
    expect(textsOf('b')).toEqual(['of b']);
    expect(daemon.drafts.get('options:a')).toEqual(options);
    expect(undoLastDeletion()).toBe(false);
  });

  it('brings unsaved changes back, based on the restored revision', async () => {
    daemon.code.set('a', [revision('one'), revision('two')]);
    const text = { name: 'a', language: 'python', description: '', code: 'print(2)' };
    changeDocument('script:a', { base: 2, text });
    await remove(['a', 2]);
    expect(useDocuments.getState().edits['script:a']).toBeUndefined();
    await undone();
    expect(useDocuments.getState().edits['script:a']).toEqual({ base: 3, text });
    await flushDrafts();
    expect([...daemon.drafts.keys()]).toEqual(['script:a']);
  });

  it('keeps a draft sealed that another master password encrypted', async () => {
    daemon.code.set('a', [revision('one')]);
    const payload = await createAccountSealer(Buffer.alloc(32, 9).toString('base64')).seal(
      { accountId: 7, draftId: 'script:a' },
      'x',
    );
    daemon.drafts.set('script:a', payload);
    await remove(['a', 1]);
    daemon.drafts.clear();
    await undone();
    expect(daemon.drafts.get('script:a')).toEqual(payload);
    expect(useDocuments.getState().opened['script:a']).toBeUndefined();
  });

  it('does not delete what another window has saved since', async () => {
    daemon.code.set('a', [revision('one'), revision('newer')]);
    await remove(['a', 1]);
    expect(textsOf('a')).toEqual(['of one', 'of newer']);
    expect(useTransfer.getState().transfer?.problems).toMatchObject([{ name: 'a' }]);
    expect(undoLastDeletion()).toBe(false);
  });

  it('can be undone again where an undo was refused, and replaces nothing', async () => {
    daemon.code.set('a', [revision('one')]);
    await remove(['a', 1]);
    daemon.code.set('a', [revision('another')]);
    await undone();
    expect(textsOf('a')).toEqual(['of another']);
    daemon.code.delete('a');
    await expect.poll(() => useUndoables.getState().undoables.length).toBe(1);
    await undone();
    expect(textsOf('a')).toEqual(['of one']);
  });

  it('cannot be undone after ten seconds, when nothing of it is in memory', async () => {
    daemon.code.set('a', [revision('one')]);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await remove(['a', 1]);
    expect(useUndoables.getState().undoables).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(undoMs);
    expect([useUndoables.getState().undoables, useToasts.getState().toasts]).toEqual([[], []]);
    expect(undoLastDeletion()).toBe(false);
  });

  it('is forgotten with its session', async () => {
    daemon.code.set('a', [revision('one')]);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await remove(['a', 1]);
    dropSession();
    beginTestSession();
    const toastsBefore = useToasts.getState().toasts;
    await vi.advanceTimersByTimeAsync(undoMs);
    expect([undoLastDeletion(), useToasts.getState().toasts]).toEqual([false, toastsBefore]);
    dropSession();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('names a script whose revisions are too large to keep, and deletes it only without an undo', async () => {
    daemon.code.set('a', [revision('one', { size: 33 * 1024 * 1024 } as object)]);
    expect(await remove(['a', 1])).toEqual(['a']);
    expect(daemon.code.size).toBe(1);
    const scripts = [storedCode('a')];
    await deleteScripts({ scripts, canUndo: false, dropOptionsOf: () => undefined });
    expect([daemon.code.size, useToasts.getState().toasts[0]?.action]).toEqual([0, undefined]);
  });
});
