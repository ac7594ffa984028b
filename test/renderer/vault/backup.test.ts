import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropSession } from '../../../src-renderer/client/session/session.ts';
import { lastBackupText } from '../../../src-renderer/features/vault/backup/backup-reminder.tsx';
import { isBackupDue, useBackupNote } from '../../../src-renderer/features/vault/backup/backup-state.ts';
import { saveBackup } from '../../../src-renderer/features/vault/transfer/vault-backup.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests, refusal } from '../page/requests.ts';
import { storedCode } from './stored-code.ts';
import { payloadOf } from './vault-daemon.ts';

const day = 86_400_000;
const now = 1_000 * day;

describe('the reminder of a backup', () => {
  it.each([
    ['none was made', {}, true],
    ['the last one is 29 days old', { lastAt: now - 29 * day }, false],
    ['the last one is 31 days old', { lastAt: now - 31 * day }, true],
    ['it was put off yesterday', { lastAt: now - 90 * day, laterAt: now - day }, false],
    ['it was put off 31 days ago', { laterAt: now - 31 * day }, true],
  ])('if %s', (_when, note, isDue) => {
    expect(isBackupDue({ days: 30, ...note }, now)).toBe(isDue);
  });

  it('follows the chosen days, and never comes with none', () => {
    expect(isBackupDue({ days: 7, lastAt: now - 8 * day }, now)).toBe(true);
    expect(isBackupDue({ days: 90, lastAt: now - 31 * day }, now)).toBe(false);
    expect(isBackupDue({ days: 0 }, now)).toBe(false);
  });

  it('says when the last backup was made', () => {
    expect(lastBackupText({})).toBe('This browser has saved no backup of your scripts yet.');
    expect(lastBackupText({ lastAt: Date.now() - 2 * day })).toContain('2 days ago');
  });
});

describe('the note of a backup', () => {
  const scripts = [storedCode('a.py'), storedCode('b.py')];
  let storage: Map<string, string>;
  let saved: string[];

  cleanPageAfterEach();
  beforeEach(() => {
    storage = new Map();
    saved = [];
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => void storage.set(name, value),
    });
    const link = { href: '', download: '', click: () => void saved.push(link.download), remove: () => undefined };
    vi.stubGlobal('document', { createElement: () => link, body: { append: () => undefined } });
    beginTestSession();
  });

  const answer = (name: string) => Response.json({ ...storedCode(name), encryptedPayload: payloadOf(name) });

  it('is made by a whole export, and is there in the next session of this account', async () => {
    answerRequests(({ operation }) => answer(operation.slice(-4)));
    await saveBackup(scripts);
    expect(saved).toEqual([expect.stringMatching(/^strongroom-vault-.*\.json$/)]);
    expect(isBackupDue(useBackupNote.getState().note, Date.now())).toBe(false);
    expect([...storage.keys()]).toEqual(['strongroom.backup.7']);
    dropSession();
    beginTestSession();
    expect(useBackupNote.getState().note.lastAt).toBeGreaterThan(0);
  });

  it('is not made by an export that lacks a script', async () => {
    answerRequests(({ operation }) => (operation.endsWith('b.py') ? refusal('item_rolled_back') : answer('a.py')));
    await saveBackup(scripts);
    expect(saved).toHaveLength(1);
    expect(useBackupNote.getState().note.lastAt).toBeUndefined();
  });

  it('is begun again if what the browser has is not valid', () => {
    storage.set('strongroom.backup.7', '{"days":"often"}');
    expect(useBackupNote.getState().note).toEqual({ days: 30 });
  });
});
