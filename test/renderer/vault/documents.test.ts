import { beforeEach, describe, expect, it } from 'vitest';
import { flushDrafts } from '../../../src-renderer/client/drafts/drafts.ts';
import { dropSession } from '../../../src-renderer/client/session/session.ts';
import { createAccountSealer } from '../../../src-renderer/crypto/draft-sealer.ts';
import { followStored, useDocuments } from '../../../src-renderer/features/vault/documents/documents-store.ts';
import {
  changeDocument,
  deleteSealedDraft,
  dropDocument,
  restoreDocument,
  scriptDraftsQuery,
  showOtherDraft,
} from '../../../src-renderer/features/vault/documents/script-drafts.ts';
import {
  documentIdOf,
  draftTextOf,
  isDocumentId,
  isSameText,
  isUnsaved,
  nameOf,
  readDraftText,
  type ScriptEdit,
} from '../../../src-renderer/features/vault/documents/script-edit.ts';
import { keepingOf } from '../../../src-renderer/features/vault/save/keeping-of.ts';
import { useVault } from '../../../src-renderer/features/vault/vault-store.ts';
import { emptyRules, rulesFormOf } from '../../../src-renderer/ui/network/rule-form.ts';
import { answerDrafts, draftKey } from '../drafts/draft-daemon.ts';
import { createPage } from '../page/browser.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { storedCode } from './stored-code.ts';

const text = { name: 'job', language: 'bash', description: 'd', code: 'true' };
const edit: ScriptEdit = { text, base: 2 };
const sealer = createAccountSealer(draftKey);
let daemon: ReturnType<typeof answerDrafts>;

cleanPageAfterEach();
beforeEach(() => {
  createPage();
  daemon = answerDrafts();
  openVault();
});

/** Begins a session whose vault is open, with a key that needs no derivation. */
function openVault(): void {
  beginTestSession();
  useVault.setState({ masterPassword: 'a good password', sealer });
}

const documents = () => useDocuments.getState();

describe('an edit of a script', () => {
  it('keeps the description and the network rules of a script that it replaces, unless it has its own', () => {
    const network = { allow: [{ host: 'api.example.com' }] };
    const stored = storedCode('job', { language: 'bash', description: 'old', network });
    expect(keepingOf({ ...text, description: '' }, stored)).toEqual({
      ...text,
      description: 'old',
      network: rulesFormOf(network),
    });
    expect(keepingOf({ ...text, network: emptyRules }, stored)).toEqual({ ...text, network: emptyRules });
  });

  it('has the id of its script, which no other draft has', () => {
    expect([documentIdOf('job'), documentIdOf(undefined)]).toEqual(['script:job', 'script-new']);
    expect([nameOf('script:a:b'), nameOf('script-new')]).toEqual(['a:b', undefined]);
    expect(['script:x', 'script-new', 'run', 'options:x', 'script-newer'].map(isDocumentId)).toEqual([
      ...[true, true, false, false, false],
    ]);
  });

  it('comes back from the text of its draft', () => {
    expect(readDraftText(draftTextOf(edit))).toEqual(edit);
    expect(readDraftText(draftTextOf({ ...edit, isSaved: true }))).toEqual(edit);
    const network = rulesFormOf({ allow: [{ host: 'api.example.com' }], onBlocked: 'ask' });
    expect(readDraftText(draftTextOf({ ...edit, text: { ...text, network } }))?.text.network).toEqual(network);
    expect([isSameText(text, { ...text, network }), isSameText({ ...text, network }, { ...text, network })]).toEqual([
      false,
      true,
    ]);
  });

  it.each(['', '{', '{"v":2,"base":1}', '{"v":1,"base":-1,"text":{}}'])('is none in %s', (draft) => {
    expect(readDraftText(draft)).toBeUndefined();
  });

  it('is unsaved until it is seen to be saved', () => {
    expect([isUnsaved(undefined), isUnsaved(edit), isUnsaved({ ...edit, isSaved: true })]).toEqual([
      ...[false, true, false],
    ]);
  });

  it.each(['name', 'language', 'description', 'code'] as const)('differs by its %s', (field) => {
    expect(isSameText(text, { ...text })).toBe(true);
    expect(isSameText(text, { ...text, [field]: 'other' })).toBe(false);
  });
});

describe('the open documents', () => {
  it('keep unsaved edits and pending saves when another script is chosen', () => {
    documents().setEdit('script:a', edit);
    documents().setEdit('script:b', { ...edit, isSaved: true });
    documents().setSave('script:a', { isPending: true, error: undefined });
    documents().setSave('script:b', { isPending: false, error: new Error('failed') });
    documents().choose('c');
    expect(Object.keys(documents().edits)).toEqual(['script:a']);
    expect(Object.keys(documents().saves)).toEqual(['script:a']);
  });

  it('follow a new script to the name that it was stored under, if it is still open', () => {
    documents().find('search');
    followStored('script-new', 'job');
    expect(documents()).toMatchObject({ chosen: 'job', search: '' });
    followStored('script-new', 'other');
    expect(documents().chosen).toBe('job');
  });
});

describe('the draft of a document', () => {
  it('is saved while the edit is unsaved, and removed with it', async () => {
    changeDocument('script:job', edit);
    await flushDrafts();
    expect([...daemon.drafts.keys()]).toEqual(['script:job']);
    expect(JSON.stringify([...daemon.drafts])).not.toContain('true"');
    changeDocument('script:job', { ...edit, isSaved: true });
    await flushDrafts();
    expect(daemon.drafts.size).toBe(0);
    expect(documents().edits['script:job']).toMatchObject({ isSaved: true });
    dropDocument('script:job');
    expect(documents().edits['script:job']).toBeUndefined();
  });

  it('is restored in the next session', async () => {
    changeDocument('script:job', edit);
    await flushDrafts();
    dropSession();
    openVault();
    await restoreDocument('script:job');
    expect(documents().edits['script:job']).toEqual(edit);
  });

  it('does not replace an edit of this window', async () => {
    changeDocument('script:job', edit);
    await flushDrafts();
    dropSession();
    openVault();
    const restoring = restoreDocument('script:job');
    documents().setEdit('script:job', { ...edit, base: 9 });
    await restoring;
    expect(documents().edits['script:job']?.base).toBe(9);
  });

  it('of another version of Strongroom is refused, and stays', async () => {
    daemon.put('script:job', await sealer.seal({ accountId: 7, draftId: 'script:job' }, '{"v":2}'));
    await expect(restoreDocument('script:job')).rejects.toMatchObject({ code: 'unreadable' });
    expect(daemon.drafts.size).toBe(1);
  });

  it('of another window is shown when it is chosen', () => {
    showOtherDraft('script:job', draftTextOf(edit));
    showOtherDraft('run', draftTextOf(edit));
    expect(documents().edits).toEqual({ 'script:job': edit });
    showOtherDraft('script:job', undefined);
    expect(documents().edits['script:job']).toBeUndefined();
  });

  it('that does not open can be removed, also when it is already removed', async () => {
    daemon.put('script:job', await sealer.seal({ accountId: 7, draftId: 'script:job' }, 'x'));
    await deleteSealedDraft('script:job');
    expect(daemon.drafts.size).toBe(0);
    await deleteSealedDraft('script:job');
  });

  it('is listed with those of scripts, without other drafts', async () => {
    for (const id of ['run', 'options:job', 'script:job', 'script-new'])
      daemon.put(id, await sealer.seal({ accountId: 7, draftId: id }, 'x'));
    const { signal } = new AbortController();
    expect(await scriptDraftsQuery.queryFn({ signal })).toEqual(['script:job', 'script-new']);
  });
});
