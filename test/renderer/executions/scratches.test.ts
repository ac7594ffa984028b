import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flushDrafts, updateDraft } from '../../../src-renderer/client/drafts/drafts.ts';
import { dropSession } from '../../../src-renderer/client/session/session.ts';
import { createAccountSealer } from '../../../src-renderer/crypto/draft-sealer.ts';
import { useCurrentRuns } from '../../../src-renderer/features/executions/run-store.ts';
import { whenScratchesRestored } from '../../../src-renderer/features/executions/scratches/keep-scratches.ts';
import { openFile, openRequest } from '../../../src-renderer/features/executions/scratches/open-scratch.ts';
import {
  draftIdsOf,
  type Scratch,
  scratchOfDraft,
  titleOf,
} from '../../../src-renderer/features/executions/scratches/scratch.ts';
import {
  newScratch,
  scratchLimit,
  shownScratch,
  useScratches,
} from '../../../src-renderer/features/executions/scratches/scratch-store.ts';
import { useToasts } from '../../../src-renderer/ui/overlays/toasts.ts';
import { DraftId } from '../../../src-shared/contracts/drafts.contract.ts';
import { answerDrafts, draftKey } from '../drafts/draft-daemon.ts';
import { createPage } from '../page/browser.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';

const sealer = createAccountSealer(draftKey);
let daemon: ReturnType<typeof answerDrafts>;

cleanPageAfterEach();
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback));
  createPage();
  daemon = answerDrafts();
  beginTestSession();
});

const state = () => useScratches.getState();
const codes = () => state().open.map(({ draft }) => draft.code);
const scratchWith = (code: string, rest: Partial<Scratch> = {}): Scratch => {
  const scratch = newScratch('a', []);
  return { ...scratch, draft: { ...scratch.draft, code }, ...rest };
};

/** Saves, and begins another session, whose scratches are restored. */
async function startAgain(): Promise<void> {
  await flushDrafts();
  dropSession();
  beginTestSession();
  await whenScratchesRestored();
}

describe('the scratches of a session', () => {
  it('are one with a sample at first, and a new one gets the least free number', () => {
    const first = shownScratch();
    expect([first.id, first.number, state().open.length]).toEqual(['first', 1, 1]);
    const second = state().add();
    state().add();
    expect(state().open.map(({ number }) => number)).toEqual([1, 2, 3]);
    state().close(second ?? '');
    state().add();
    expect(state().open.map(({ number }) => number)).toEqual([1, 3, 2]);
  });

  it('are at most a fixed number, and the next one says so', () => {
    for (let count = 1; count < scratchLimit; count++) state().add();
    expect(state().add()).toBeUndefined();
    expect([state().open.length, useToasts.getState().toasts[0]?.message]).toEqual([
      scratchLimit,
      `${scratchLimit} scratches are open. Close one first.`,
    ]);
  });

  it('show a neighbour when the shown one is closed, and a new one when the last is', () => {
    state().add();
    state().show('first');
    state().close('first');
    expect([state().open.length, shownScratch().number]).toEqual([1, 2]);
    state().close(shownScratch().id);
    expect([state().open.length, shownScratch().number]).toEqual([1, 1]);
  });

  it('come back with their code, options, files, order and the one that was shown', async () => {
    await whenScratchesRestored();
    state().edit({ code: 'one' });
    state().add();
    state().edit({ code: 'two', args: 'x', files: [{ path: 'a', size: 1, content: 'a', encoding: 'utf8' }] });
    const added = shownScratch().id;
    state().add();
    state().edit({ code: 'three' });
    state().show(added);
    await startAgain();
    expect([codes(), state().shown]).toEqual([['one', 'two', 'three'], added]);
    expect(shownScratch().draft).toMatchObject({ args: 'x', files: [{ path: 'a' }] });
  });

  it('are not all in the list that is kept: one of another window is found by its draft', async () => {
    const payload = await sealer.seal(
      { accountId: 7, draftId: 'run:b2' },
      JSON.stringify({ ...stored, code: 'other' }),
    );
    daemon.put('run:b2', payload);
    await startAgain();
    expect(codes()).toEqual(['other']);
  });

  it('leave no draft behind when they are closed', async () => {
    await whenScratchesRestored();
    state().add();
    state().edit({ code: 'gone', files: [{ path: 'a', size: 1, content: 'a', encoding: 'utf8' }] });
    await flushDrafts();
    expect(daemon.drafts.size).toBe(3);
    state().close(state().shown);
    await flushDrafts();
    expect([...daemon.drafts.keys()]).toEqual([]);
  });

  it('keep those that can be read when one cannot', async () => {
    await whenScratchesRestored();
    state().edit({ code: 'one' });
    state().add();
    state().edit({ code: 'two' });
    const [id] = draftIdsOf(shownScratch().id);
    updateDraft(id, '{"not": "a draft"}');
    await startAgain();
    expect(codes()[0]).toBe('one');
    expect(useToasts.getState().toasts[0]?.message).toContain('A draft could not be opened');
  });
});

const { files: _, ...stored } = newScratch('a', []).draft;

describe('code that is opened', () => {
  const request = { language: 'bash', code: 'true', secrets: 'all' as const, packages: true, network: 'none' as const };

  it('takes the place of a sample, and never that of other code', async () => {
    expect(await openRequest(request)).toBe('first');
    expect(codes()).toEqual(['true']);
    await openRequest({ ...request, code: 'false' });
    expect(codes()).toEqual(['true', 'false']);
  });

  it('is shown where it is open already', async () => {
    await openRequest(request);
    await openRequest({ ...request, code: 'false' });
    expect([await openRequest(request), shownScratch().draft.code, codes().length]).toEqual(['first', 'true', 2]);
  });

  it('from a file gets its name and default options, in a tab for each file', async () => {
    await whenScratchesRestored();
    state().edit({ code: 'mine', network: 'full' });
    await openFile({ kind: 'file', name: 'a.sh', code: 'ls' });
    await openFile({ kind: 'file', name: 'b.sh', code: 'pwd' });
    await openFile({ kind: 'file', name: 'a.sh', code: 'ls' });
    expect(codes()).toEqual(['mine', 'ls', 'pwd']);
    expect([shownScratch().name, shownScratch().draft.network]).toEqual(['a.sh', 'none']);
  });

  it('does not take the place of a sample that ran, whose output would be lost', async () => {
    const error = new Error('not started');
    useCurrentRuns.getState().refuse('scratch:first', error as never);
    await openRequest(request);
    expect(codes()).toHaveLength(2);
  });
});

describe('the title of a scratch', () => {
  it('is the file, the first comment, or a number', () => {
    expect(titleOf(scratchWith('x', { name: 'a.py' }))).toBe('a.py');
    expect(titleOf(scratchWith('#!/bin/bash\n\n# Counts words\nwc'))).toBe('Counts words');
    expect(titleOf(scratchWith('// Sums'))).toBe('Sums');
    expect(titleOf(scratchWith('-- ---'))).toBe('scratch 1');
    expect(titleOf(scratchWith('x = 1 # late'))).toBe('scratch 1');
    expect(titleOf(scratchWith('# strongroom: arg NAME'))).toBe('scratch 1');
    expect(titleOf(newScratch('a', []))).toBe('scratch 1');
    expect(titleOf(scratchWith(`# ${'long '.repeat(30)}`)).length).toBeLessThanOrEqual(40);
    expect(titleOf(scratchWith('# a\u202Eb'))).not.toContain('\u202E');
  });
});

describe('the drafts of a scratch', () => {
  it.each(['first', 'a1', 'z'.repeat(16)])('have ids that the daemon takes: %s', (id) => {
    for (const draftId of draftIdsOf(id)) {
      expect(DraftId.safeParse(draftId).success).toBe(true);
      expect(scratchOfDraft(draftId)?.id).toBe(id);
    }
  });

  it.each(['run:', 'run:A', `run:${'a'.repeat(17)}`, 'run.files:../x', 'runs:a'])('have no other ids: %s', (draftId) =>
    expect(DraftId.safeParse(draftId).success).toBe(false),
  );
});
