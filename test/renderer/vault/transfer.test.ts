import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, unreachable } from '../../../src-renderer/client/api-error.ts';
import { dropSession } from '../../../src-renderer/client/session/session.ts';
import { planImport } from '../../../src-renderer/features/vault/transfer/import-files.ts';
import {
  closeTransfer,
  runTransfer,
  useTransfer,
} from '../../../src-renderer/features/vault/transfer/transfer-store.ts';
import { readBackup } from '../../../src-renderer/features/vault/transfer/vault-backup.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { storedCode } from './stored-code.ts';

cleanPageAfterEach();
beforeEach(() => beginTestSession());

const transfer = () => useTransfer.getState().transfer;
const run = (items: string[], handle: (item: string) => Promise<void>) =>
  runTransfer({ kind: 'import', items, nameOf: (item) => `file ${item}`, handle });

describe('a transfer', () => {
  it('handles every item, and lists those that fail', async () => {
    const isWhole = await run(['a', 'b', 'c'], async (item) => {
      if (item === 'b') throw new ApiError('too_large', 'It is too large.');
    });
    expect(isWhole).toBe(true);
    expect(transfer()).toMatchObject({
      ...{ total: 3, done: 2, phase: 'ended' },
      problems: [{ name: 'file b', message: 'It is too large.' }],
    });
    closeTransfer();
    expect(transfer()).toBeUndefined();
  });

  it('says that another window has saved the same name', async () => {
    await run(['a'], () => Promise.reject(new ApiError('precondition_failed', 'changed')));
    expect(transfer()?.problems[0]?.message).toContain('Another window');
  });

  it('stops when the daemon does not answer', async () => {
    const handled: string[] = [];
    const isWhole = await run(['a', 'b', 'c'], async (item) => {
      handled.push(item);
      throw unreachable();
    });
    expect([isWhole, handled, transfer()?.phase, transfer()?.problems.length]).toEqual([false, ['a'], 'cancelled', 1]);
  });

  it('stops after the item under way when it is cancelled', async () => {
    const isWhole = await run(['a', 'b', 'c'], async (item) => {
      if (item === 'b') transfer()?.cancel();
    });
    expect([isWhole, transfer()?.done, transfer()?.phase]).toEqual([false, 2, 'cancelled']);
  });

  it('stops with its session, and changes nothing in the next one', async () => {
    const handled: string[] = [];
    await run(['a', 'b'], async (item) => {
      handled.push(item);
      dropSession();
      beginTestSession();
    });
    expect([handled, transfer()]).toEqual([['a'], undefined]);
  });
});

describe('the plan of an import', () => {
  it('names the script that each file becomes, replaces or repeats', () => {
    const files = ['a.py', 'b (1).py', 'a.py', 'b [1].py'].map((name) => new File(['x'], name));
    const stored = [storedCode('a.py', { revision: 4 })];
    expect(
      planImport(files, stored).map(({ name, replaced, isRepeated }) => [name, replaced?.revision, isRepeated]),
    ).toEqual([
      ['a.py', 4, false],
      ['b _1_.py', undefined, false],
      ['a.py', 4, true],
      ['b _1_.py', undefined, true],
    ]);
  });
});

describe('an export of the vault', () => {
  const file = (content: unknown, name = 'vault.json') =>
    new File([typeof content === 'string' ? content : JSON.stringify(content)], name);
  const backup = { strongroomVault: 1, exportedAt: '2026-01-31T12:00:00.000Z', code: [] };

  it('is recognized by its format', async () => {
    expect(await readBackup(file(backup))).toEqual([]);
    expect(await readBackup(file(backup, 'VAULT.JSON'))).toEqual([]);
  });

  it.each([
    ['another extension', file(backup, 'vault.txt')],
    ['broken JSON', file('{')],
    ['another version', file({ ...backup, strongroomVault: 2 })],
    ['further fields', file({ ...backup, more: 1 })],
    ['other JSON', file({ name: 'package' })],
  ])('is no file with %s', async (_, chosen) => {
    expect(await readBackup(chosen)).toBeUndefined();
  });
});
