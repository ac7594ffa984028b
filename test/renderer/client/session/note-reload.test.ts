import { expect, it } from 'vitest';
import { readLeaveNote, writeLeaveNote } from '../../../../src-renderer/client/session/leave-note.ts';
import { noteReloads, reloadReason } from '../../../../src-renderer/client/session/note-reload.ts';
import { createPage } from '../../page/browser.ts';
import { beginTestSession, cleanPageAfterEach, testUser } from '../../page/page-session.ts';

cleanPageAfterEach();

it('a page that is unloaded with a session leaves the e-mail for the next one, and nothing else', () => {
  const { window } = createPage();
  noteReloads();
  window.dispatchEvent(new Event('pagehide'));
  expect(readLeaveNote()).toBeUndefined();
  beginTestSession();
  window.dispatchEvent(new Event('pagehide'));
  expect(readLeaveNote()).toEqual({ kind: 'ended', reason: reloadReason, email: testUser.email });
});

it('the reason of a lock stays, and a page that continues has none', () => {
  const { window } = createPage();
  noteReloads();
  beginTestSession();
  const note = { kind: 'locked', reason: 'You locked this window.', email: testUser.email } as const;
  writeLeaveNote(note);
  window.dispatchEvent(new Event('pagehide'));
  expect(readLeaveNote()).toEqual(note);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(readLeaveNote()).toBeUndefined();
});
