import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  adoptOtherDraft,
  flushDrafts,
  forgetDrafts,
  keepOwnDraft,
  listDraftIds,
  loadDraft,
  updateDraft,
  useDrafts,
} from '../../../../src-renderer/client/drafts/drafts.ts';
import { dropSession } from '../../../../src-renderer/client/session/session.ts';
import { runSessionEndHooks } from '../../../../src-renderer/client/session/session-scope.ts';
import { createAccountSealer } from '../../../../src-renderer/crypto/draft-sealer.ts';
import { answerDrafts, draftKey } from '../../drafts/draft-daemon.ts';
import { createPage } from '../../page/browser.ts';
import { beginTestSession, cleanPageAfterEach } from '../../page/page-session.ts';

const sealer = createAccountSealer(draftKey);
const contextOf = (draftId: string) => ({ accountId: 7, draftId });
let daemon: ReturnType<typeof answerDrafts>;
let page: ReturnType<typeof createPage>;

cleanPageAfterEach();
beforeEach(() => {
  page = createPage();
  daemon = answerDrafts();
  beginTestSession();
});

const saveElsewhere = async (id: string, text: string) => daemon.put(id, await sealer.seal(contextOf(id), text));
const savedText = async (id: string) => {
  const saved = daemon.drafts.get(id);
  return saved && sealer.open(contextOf(id), saved.payload);
};
const stateOf = (id: string) => useDrafts.getState().statuses[id]?.state;

/** Leaves the session while the daemon is away, and begins another one. */
async function restart(): Promise<void> {
  await runSessionEndHooks({ canSend: false });
  dropSession();
  beginTestSession();
}

describe('the drafts of a session', () => {
  it('are loaded from the daemon, and have no status while there is none', async () => {
    await saveElsewhere('run', 'stored');
    expect(await loadDraft('run')).toBe('stored');
    expect(await loadDraft('generate')).toBeUndefined();
    expect([stateOf('run'), stateOf('generate')]).toEqual(['saved', undefined]);
  });

  it('are saved together', async () => {
    updateDraft('run', 'one');
    updateDraft('generate', 'two');
    await flushDrafts();
    expect([await savedText('run'), await savedText('generate'), stateOf('run')]).toEqual(['one', 'two', 'saved']);
  });

  it('keep what was typed while the stored version was loaded', async () => {
    await saveElsewhere('run', 'stored');
    const loading = loadDraft('run');
    updateDraft('run', 'typed');
    expect(await loading).toBe('typed');
    await flushDrafts();
    await vi.waitFor(() => expect(stateOf('run')).toBe('conflict'));
    expect(await savedText('run')).toBe('stored');
  });

  it('ask the daemon again after the first answer failed', async () => {
    daemon.drafts.set('run', { updatedAt: 'no time', payload: (await saveElsewhere('run', 'x')).payload });
    await expect(loadDraft('run')).rejects.toMatchObject({ code: 'unreadable' });
    await saveElsewhere('run', 'again');
    expect(await loadDraft('run')).toBe('again');
  });

  it('that another key sealed do not open, and stay in the daemon', async () => {
    const other = createAccountSealer(Buffer.alloc(32, 1).toString('base64'));
    daemon.put('run', await other.seal(contextOf('run'), 'x'));
    await expect(loadDraft('run')).rejects.toMatchObject({ code: 'decryption_failed' });
    expect(daemon.drafts.size).toBe(1);
  });

  it('are forgotten when they are saved, and only then', async () => {
    updateDraft('run', 'one');
    forgetDrafts(['run']);
    expect(useDrafts.getState().find('run')).toBeDefined();
    await flushDrafts();
    forgetDrafts(['run']);
    expect(useDrafts.getState().find('run')).toBeUndefined();
  });
});

describe('a draft that was left unsaved', () => {
  it('is sent when the next session opens its drafts', async () => {
    await loadDraft('run');
    daemon.isAway = true;
    updateDraft('run', 'typed while away');
    await restart();
    daemon.isAway = false;
    expect(await loadDraft('run')).toBe('typed while away');
    expect(await savedText('run')).toBe('typed while away');
  });

  it('is listed, unless it is to be removed', async () => {
    await saveElsewhere('run', 'stored');
    await saveElsewhere('generate', 'stored');
    await Promise.all(['run', 'script-new', 'generate'].map((id) => loadDraft(id)));
    daemon.isAway = true;
    updateDraft('script-new', 'typed while away');
    updateDraft('generate', undefined);
    await restart();
    daemon.isAway = false;
    expect(await listDraftIds(new AbortController().signal)).toEqual(['run', 'script-new']);
  });

  it('is in conflict when another window has saved a version since', async () => {
    await saveElsewhere('run', 'first');
    await loadDraft('run');
    daemon.isAway = true;
    updateDraft('run', 'mine');
    await restart();
    daemon.isAway = false;
    await saveElsewhere('run', 'theirs');
    expect(await listDraftIds(new AbortController().signal)).toEqual(['run']);
    expect(await loadDraft('run')).toBe('mine');
    expect([stateOf('run'), await savedText('run')]).toEqual(['conflict', 'theirs']);
    await keepOwnDraft('run');
    expect([stateOf('run'), await savedText('run')]).toEqual(['saved', 'mine']);
  });

  it('gives way when the other version is chosen', async () => {
    await saveElsewhere('run', 'first');
    await loadDraft('run');
    daemon.isAway = true;
    updateDraft('run', 'mine');
    await restart();
    daemon.isAway = false;
    await saveElsewhere('run', 'theirs');
    await loadDraft('run');
    expect(await adoptOtherDraft('run')).toBe('theirs');
    await restart();
    expect(await loadDraft('run')).toBe('theirs');
    expect(stateOf('run')).toBe('saved');
  });
});

describe('leaving the window', () => {
  it.each([
    ['it loses the focus', () => page.window.dispatchEvent(new Event('blur'))],
    [
      'it is hidden',
      () => {
        page.document.visibilityState = 'hidden';
        page.document.dispatchEvent(new Event('visibilitychange'));
      },
    ],
  ])('saves the drafts when %s', async (_, leave) => {
    updateDraft('run', 'typed');
    leave();
    await vi.waitFor(async () => expect(await savedText('run')).toBe('typed'));
  });

  it('does not save when the window is shown', async () => {
    updateDraft('run', 'typed');
    page.document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(daemon.saves()).toEqual([]);
  });

  it('asks first when a draft is in the memory of the page only', async () => {
    updateDraft('run', 'typed before the key of the account is there');
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      page.window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(true);
    await flushDrafts();
    expect(leave()).toBe(false);
    daemon.isAway = true;
    updateDraft('run', 'typed while away');
    expect(leave()).toBe(false);
  });

  it('saves the drafts before the session ends', async () => {
    updateDraft('run', 'typed');
    await runSessionEndHooks({ canSend: true });
    expect(await savedText('run')).toBe('typed');
  });
});
