import { beforeEach, describe, expect, it } from 'vitest';
import { endMessages } from '../../../../src-renderer/client/session/end-messages.ts';
import { clearLeaveNote, readLeaveNote, writeLeaveNote } from '../../../../src-renderer/client/session/leave-note.ts';
import {
  currentToken,
  dropSession,
  renewSession,
  sessionStore,
  tokenExpiresAt,
} from '../../../../src-renderer/client/session/session.ts';
import {
  beforeSessionEnds,
  defineSessionStore,
  hasSessionScope,
  runSessionEndHooks,
  sessionQueries,
  sessionSignal,
} from '../../../../src-renderer/client/session/session-scope.ts';
import { hasStoppedUnexpectedly } from '../../../../src-renderer/client/session/unexpected-stop.ts';
import { sessionEndReasons } from '../../../../src-shared/contracts/events.contract.ts';
import { createPage } from '../../page/browser.ts';
import { goodHealth } from '../../page/health.ts';
import { beginTestSession, cleanPageAfterEach, tokenUntil } from '../../page/page-session.ts';

cleanPageAfterEach();
const useNotes = defineSessionStore<{ note: string }>(() => ({ note: 'empty' }));

describe('a store of a session', () => {
  it('begins empty in each session, and exists in none outside', () => {
    beginTestSession();
    useNotes.setState({ note: 'of the first account' });
    expect(useNotes.getState().note).toBe('of the first account');
    dropSession();
    expect(() => useNotes.getState()).toThrow('without a session');
    beginTestSession();
    expect(useNotes.getState().note).toBe('empty');
  });

  it('begins empty when another session follows without an end of the first', () => {
    beginTestSession();
    useNotes.setState({ note: 'of the first account' });
    const first = sessionSignal();
    beginTestSession();
    expect([useNotes.getState().note, first?.aborted]).toEqual(['empty', true]);
  });

  it('notifies its subscribers', () => {
    beginTestSession();
    const seen: string[] = [];
    const stop = useNotes.subscribe(({ note }) => seen.push(note));
    useNotes.setState({ note: 'a' });
    stop();
    useNotes.setState({ note: 'b' });
    expect(seen).toEqual(['a']);
  });
});

describe('a session', () => {
  it('aborts its requests and forgets its queries and its token at its end', () => {
    beginTestSession();
    const [signal, queries] = [sessionSignal(), sessionQueries()];
    queries.setQueryData(['secrets'], ['TOKEN']);
    dropSession();
    expect([signal?.aborted, queries.getQueryData(['secrets']), currentToken()]).toEqual([true, undefined, undefined]);
    expect([hasSessionScope(), sessionSignal()]).toEqual([false, undefined]);
    expect(() => sessionQueries()).toThrow('without a session');
  });

  it('keeps its user when its token is renewed', () => {
    beginTestSession();
    const before = sessionStore.getState().session;
    renewSession('new');
    expect(sessionStore.getState().session).toEqual({ ...before, token: 'new' });
    dropSession();
    renewSession('newer');
    expect(currentToken()).toBeUndefined();
  });

  it('runs the registered work before its end, whatever of it fails', async () => {
    beginTestSession();
    const done: string[] = [];
    beforeSessionEnds(() => Promise.reject(new Error('no space')));
    beforeSessionEnds(async ({ canSend }) => void done.push(`drafts ${canSend}`));
    const remove = beforeSessionEnds(async () => void done.push('removed'));
    remove();
    await runSessionEndHooks({ canSend: true });
    expect(done).toEqual(['drafts true']);
  });

  it('does not run the work of the session before', async () => {
    beginTestSession();
    let ran = 0;
    beforeSessionEnds(async () => void ran++);
    dropSession();
    await runSessionEndHooks({ canSend: true });
    beginTestSession();
    await runSessionEndHooks({ canSend: true });
    expect(ran).toBe(0);
  });
});

describe('the end of a token', () => {
  it('is read from its claim exp', () => {
    const end = Date.UTC(2026, 0, 31);
    expect(tokenExpiresAt(tokenUntil(end))).toBe(end);
    // The characters - and _ of base64url.
    expect(tokenExpiresAt(`x.${Buffer.from('{"exp":5,"a":"?>?>"}').toString('base64url')}.x`)).toBe(5000);
  });

  it.each(['', 'x', 'x.y.z', 'x.e30.z', `x.${btoa('null')}.z`, `x.${btoa('{"exp":"5"}')}.z`])(
    'is 0 where it cannot be read: %s',
    (token) => {
      expect(tokenExpiresAt(token)).toBe(0);
    },
  );
});

describe('the note of a session that ended', () => {
  let page: ReturnType<typeof createPage>;
  beforeEach(() => {
    page = createPage();
  });

  it('is there after the page was loaded again, until it is cleared', () => {
    const note = { kind: 'locked' as const, email: 'me@example.com', reason: 'You locked this window.' };
    writeLeaveNote(note);
    expect(readLeaveNote()).toEqual(note);
    clearLeaveNote();
    expect(readLeaveNote()).toBeUndefined();
  });

  it.each(['{', '{}', '{"kind":"locked","reason":"x","token":"secret"}', 'null'])('is none where it is %s', (text) => {
    page.sessionStorage.setItem('strongroom.left', text);
    expect(readLeaveNote()).toBeUndefined();
  });

  it('has a sentence for each reason of the daemon', () => {
    expect(Object.keys(endMessages).toSorted()).toEqual([...sessionEndReasons].toSorted());
    for (const sentence of Object.values(endMessages)) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

describe('an unexpected stop of the daemon', () => {
  const health = { ...goodHealth, previousStop: 'unexpected' as const, uptimeSeconds: 10 };

  it.each([
    { name: 'ended a session that began before the daemon started', state: health, beganAt: 80_000, isEnd: true },
    { name: 'did not end a session that began after it', state: health, beganAt: 95_000, isEnd: false },
    { name: 'is not reported after a clean stop', state: goodHealth, beganAt: 80_000, isEnd: false },
    { name: 'is not reported without an answer', state: undefined, beganAt: 80_000, isEnd: false },
  ])('$name', ({ state, beganAt, isEnd }) => {
    expect(hasStoppedUnexpectedly(state, { readAt: 100_000, beganAt })).toBe(isEnd);
  });
});
