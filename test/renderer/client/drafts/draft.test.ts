import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDraft } from '../../../../src-renderer/client/drafts/draft.ts';
import type { DraftStatus, UnsentDraft } from '../../../../src-renderer/client/drafts/draft-status.ts';
import { createAccountSealer } from '../../../../src-renderer/crypto/draft-sealer.ts';
import { answerDrafts, draftKey } from '../../drafts/draft-daemon.ts';
import { pass, stopClock } from '../../page/clock.ts';
import { cleanPageAfterEach } from '../../page/page-session.ts';
import { refusal } from '../../page/requests.ts';

const context = { accountId: 7, draftId: 'run' };
const sealer = createAccountSealer(draftKey);
let daemon: ReturnType<typeof answerDrafts>;
let session: AbortController;
let statuses: DraftStatus['state'][];
let stored: UnsentDraft[];
let unstored: number[];

cleanPageAfterEach();
beforeEach(() => {
  stopClock();
  daemon = answerDrafts();
  session = new AbortController();
  [statuses, stored, unstored] = [[], [], []];
});
afterEach(() => session.abort());

const openDraft = () =>
  createDraft({
    context,
    sealer,
    signal: session.signal,
    onStatus: ({ state }) => statuses.push(state),
    store: (draft) => stored.push(draft) > 0,
    unstore: ({ changedAt }) => void unstored.push(changedAt),
  });

const savedText = async () => {
  const saved = daemon.drafts.get('run');
  return saved && sealer.open(context, saved.payload);
};

/** Saves another version, as another window does. */
const saveElsewhere = async (text: string) => daemon.put('run', await sealer.seal(context, text));

describe('a draft', () => {
  it('is saved a second after its last change', async () => {
    const draft = openDraft();
    draft.change('a');
    await pass(900);
    draft.change('ab');
    await pass(999);
    expect([daemon.saves().length, draft.isUnsaved()]).toEqual([0, true]);
    await pass(1);
    expect([await savedText(), draft.isUnsaved(), statuses.at(-1)]).toEqual(['ab', false, 'saved']);
    expect(daemon.saves()).toHaveLength(1);
  });

  it('is saved every five seconds while it changes without a pause', async () => {
    const draft = openDraft();
    for (let change = 0; change < 100; change++) {
      draft.change(`text ${change}`);
      await pass(100);
    }
    expect(daemon.saves().length).toBeGreaterThanOrEqual(1);
    expect(daemon.saves().length).toBeLessThanOrEqual(3);
  });

  it('that is set to the same text is not saved again', async () => {
    const draft = openDraft();
    draft.change('a');
    await pass(1000);
    draft.change('a');
    await pass(10_000);
    expect(daemon.saves()).toHaveLength(1);
  });

  it('saves a change that is made during a save after it, based on its version', async () => {
    const draft = openDraft();
    draft.change('a');
    const flushed = draft.flush();
    // The save reads the text in the next microtask.
    await Promise.resolve();
    await Promise.resolve();
    draft.change('b');
    await flushed;
    await pass(1000);
    expect(await savedText()).toBe('b');
    const [first, second] = daemon.saves();
    expect(first?.body).toMatchObject({ basedOn: null });
    expect(second?.body).toMatchObject({ basedOn: expect.any(String) });
    expect(daemon.requests).toHaveLength(2);
  });

  it('is removed from the daemon when it has no text any more', async () => {
    const draft = openDraft();
    draft.change('a');
    await draft.flush();
    draft.change(undefined);
    await draft.flush();
    expect([daemon.drafts.size, draft.isUnsaved()]).toEqual([0, false]);
  });

  it('that was never saved sends nothing when it is removed', async () => {
    const draft = openDraft();
    draft.adopt({ text: undefined, basedOn: null });
    draft.change('a');
    draft.change(undefined);
    await draft.flush();
    expect(daemon.requests).toEqual([]);
    expect(draft.isUnsaved()).toBe(false);
  });

  it('sends nothing after the end of the session', async () => {
    openDraft().change('a');
    session.abort();
    await pass(60_000);
    expect(daemon.requests).toEqual([]);
  });
});

describe('a draft that cannot be saved', () => {
  it('is stored in the browser and sent again every two seconds while the daemon is away', async () => {
    const draft = openDraft();
    daemon.isAway = true;
    draft.change('a');
    await pass(1000);
    expect([statuses.at(-1), stored.length]).toEqual(['unsaved', 1]);
    await pass(4000);
    expect(daemon.saves()).toHaveLength(3);
    daemon.isAway = false;
    await pass(2000);
    expect([await savedText(), statuses.at(-1), unstored]).toEqual(['a', 'saved', [stored[0]?.changedAt]]);
    expect(stored).toHaveLength(1);
  });

  it('is sent again after 30 seconds when the daemon refused it', async () => {
    const draft = openDraft();
    daemon.refused = refusal('too_large');
    draft.change('a');
    await pass(1000);
    await pass(29_000);
    expect(daemon.saves()).toHaveLength(1);
    daemon.refused = undefined;
    await pass(1000);
    expect(await savedText()).toBe('a');
  });

  it('is shown as not saved until a save succeeds', async () => {
    const draft = openDraft();
    daemon.isAway = true;
    draft.change('a');
    await pass(1000);
    const before = statuses.length;
    draft.change('ab');
    await pass(1500);
    expect(new Set(statuses.slice(before))).toEqual(new Set(['unsaved']));
  });

  it('whose answer was lost is not taken for the version of another window', async () => {
    const draft = openDraft();
    daemon.losesAnswers = true;
    draft.change('a');
    await pass(1000);
    expect([await savedText(), statuses.at(-1)]).toEqual(['a', 'unsaved']);
    daemon.losesAnswers = false;
    draft.change('ab');
    await pass(3000);
    expect([await savedText(), statuses.at(-1)]).toEqual(['ab', 'saved']);
    expect(statuses).not.toContain('conflict');
  });
});

describe('a draft that another window saved', () => {
  async function openInConflict() {
    const draft = openDraft();
    draft.adopt({ text: undefined, basedOn: null });
    await saveElsewhere('theirs');
    draft.change('mine');
    await pass(1000);
    return draft;
  }

  it('is in conflict: nothing is replaced, and this version is stored in the browser', async () => {
    const draft = await openInConflict();
    expect([statuses.at(-1), await savedText(), stored.length]).toEqual(['conflict', 'theirs', 1]);
    draft.change('mine, changed');
    await pass(60_000);
    expect([await savedText(), daemon.saves().length]).toEqual(['theirs', 1]);
  });

  it('is replaced when this version is chosen', async () => {
    const draft = await openInConflict();
    await draft.keepOwn();
    expect([await savedText(), statuses.at(-1), unstored.length]).toEqual(['mine', 'saved', 1]);
  });

  it('is replaced by a change that is made while this version is chosen', async () => {
    const draft = await openInConflict();
    const chosen = draft.keepOwn();
    draft.change('mine, changed');
    await chosen;
    await pass(1000);
    expect([await savedText(), statuses.at(-1)]).toEqual(['mine, changed', 'saved']);
    expect(statuses.filter((state) => state === 'conflict')).toHaveLength(1);
  });

  it('replaces this one when it is chosen, and later changes are saved again', async () => {
    const draft = await openInConflict();
    expect(await draft.adoptOther()).toBe('theirs');
    expect([draft.text(), draft.isUnsaved(), unstored.length]).toEqual(['theirs', false, 1]);
    draft.change('theirs, changed');
    await pass(1000);
    expect([await savedText(), statuses.at(-1)]).toEqual(['theirs, changed', 'saved']);
  });

  it('with the same text is no conflict', async () => {
    const draft = openDraft();
    draft.adopt({ text: undefined, basedOn: null });
    await saveElsewhere('the same');
    draft.change('the same');
    await pass(2000);
    expect([statuses.at(-1), await savedText()]).toEqual(['saved', 'the same']);
    expect(statuses).not.toContain('conflict');
  });
});
