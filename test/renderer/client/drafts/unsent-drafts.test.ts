import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isReplaceable } from '../../../../src-renderer/client/drafts/draft-requests.ts';
import type { UnsentDraft } from '../../../../src-renderer/client/drafts/draft-status.ts';
import { createUnsentDrafts } from '../../../../src-renderer/client/drafts/unsent-drafts.ts';
import { createUnsentBox } from '../../../../src-renderer/crypto/unsent-box.ts';
import { draftKey } from '../../drafts/draft-daemon.ts';
import { createPage, createStorage } from '../../page/browser.ts';
import { cleanPageAfterEach } from '../../page/page-session.ts';

cleanPageAfterEach();
let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});

const otherKey = Buffer.alloc(32, 8).toString('base64');
const open = (accountId = 7, key = draftKey) => createUnsentDrafts(createUnsentBox(accountId, key));
const unsent = (id: string, more: Partial<UnsentDraft> = {}): UnsentDraft => ({
  ...{ id, changedAt: 1, basedOn: null, nonces: ['n1'], payload: null },
  ...more,
});

describe('the drafts that were not sent', () => {
  it('are there for a later window of the same account', () => {
    expect(open().put(unsent('run'))).toBe(true);
    open().put(unsent('generate'));
    expect(open().all()).toEqual([unsent('run'), unsent('generate')]);
  });

  it('are neither readable in the storage nor shown to another account', () => {
    open().put(unsent('script:secret-name'));
    const key = `strongroom.unsent.${createUnsentBox(7, draftKey).tag}`;
    expect(page.localStorage.getItem(key)).not.toContain('secret-name');
    expect(open(7, otherKey).all()).toEqual([]);
    expect(open(8).all()).toEqual([]);
  });

  it('have one version of each draft, the newest', () => {
    open().put(unsent('run', { changedAt: 1 }));
    open().put(unsent('run', { changedAt: 2 }));
    expect(open().all()).toEqual([unsent('run', { changedAt: 2 })]);
  });

  it('keep the version that another window has stored since', () => {
    open().put(unsent('run', { changedAt: 2 }));
    open().remove({ id: 'run', changedAt: 1 });
    expect(open().all()).toHaveLength(1);
    open().remove({ id: 'run', changedAt: 2 });
    expect(page.localStorage.getItem(`strongroom.unsent.${createUnsentBox(7, draftKey).tag}`)).toBeNull();
  });

  it('that do not fit are refused, and those before stay', () => {
    const ciphertext = 'A'.repeat(2 * 1024 * 1024);
    const large = unsent('run', { payload: { v: 1, salt: null, nonce: 'n', ciphertext } as never });
    open().put(unsent('generate'));
    expect(open().put(large)).toBe(false);
    expect(open().all()).toEqual([unsent('generate')]);
  });

  it('that the browser has no space for are refused', () => {
    vi.stubGlobal('localStorage', createStorage(10));
    expect(open().put(unsent('run'))).toBe(false);
  });
});

describe('the version of the daemon', () => {
  const remote = (updatedAt: string, nonce: string) => ({ updatedAt, payload: { nonce } as never });

  it.each([
    ['is absent', undefined, true],
    ['is the one that the unsent draft began from', remote('t1', 'other'), true],
    ['is one that this window sent', remote('t2', 'n1'), true],
    ['is of another window', remote('t2', 'other'), false],
  ])('can be replaced or not when it %s', (_, version, isAllowed) => {
    expect(isReplaceable(version, unsent('run', { basedOn: 't1' }))).toBe(isAllowed);
  });
});
