import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiError } from '../../../../src-renderer/client/api-error.ts';
import { defineRestoredDraft } from '../../../../src-renderer/client/drafts/restored-draft.ts';
import { dropSession } from '../../../../src-renderer/client/session/session.ts';
import { createAccountSealer } from '../../../../src-renderer/crypto/draft-sealer.ts';
import { answerDrafts, draftKey } from '../../drafts/draft-daemon.ts';
import { createPage } from '../../page/browser.ts';
import { beginTestSession, cleanPageAfterEach } from '../../page/page-session.ts';

const sealer = createAccountSealer(draftKey);
let daemon: ReturnType<typeof answerDrafts>;
let events: string[];

cleanPageAfterEach();
beforeEach(() => {
  createPage();
  daemon = answerDrafts();
  events = [];
  beginTestSession();
});

const store = async (draftId: string, text: string, by = sealer) =>
  daemon.put(draftId, await by.seal({ accountId: 7, draftId }, text));

const defineScreen = () =>
  defineRestoredDraft({
    ids: ['run', 'run.files'],
    show: (id, text) => {
      if (text === 'not readable') throw new Error('not readable');
      events.push(`${id}: ${text}`);
    },
    watch: () => void events.push('watch'),
    onProblem: ({ code }: ApiError) => void events.push(`problem: ${code}`),
  });

describe('the drafts of a screen', () => {
  it('are shown once in a session, before changes are watched', async () => {
    await store('run', 'code');
    const screen = defineScreen();
    await Promise.all([screen.whenRestored(), screen.whenRestored()]);
    expect(events).toEqual(['run: code', 'watch']);
  });

  it('are shown again in the next session', async () => {
    await store('run', 'code');
    const screen = defineScreen();
    await screen.whenRestored();
    dropSession();
    beginTestSession();
    await screen.whenRestored();
    expect(events).toEqual(['run: code', 'watch', 'run: code', 'watch']);
  });

  it('that cannot be opened or read are reported, and the others are shown', async () => {
    await store('run', 'code', createAccountSealer(Buffer.alloc(32, 1).toString('base64')));
    await store('run.files', 'files');
    await defineScreen().whenRestored();
    expect(events).toEqual(['problem: decryption_failed', 'run.files: files', 'watch']);
    events = [];
    await store('run.files', 'not readable');
    await defineScreen().whenRestored();
    expect(events).toEqual(['problem: decryption_failed', 'problem: unreadable', 'watch']);
  });

  it('are not shown to a session that began while they were loaded', async () => {
    await store('run', 'code');
    const loading = defineScreen().whenRestored();
    dropSession();
    beginTestSession();
    await loading;
    expect(events).toEqual([]);
  });
});
