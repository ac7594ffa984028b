import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQuickShortcut } from '../../src-main/desktop/quick-shortcut.ts';
import { createSessionLoan } from '../../src-main/windows/session-loan.ts';

const login = { token: 'a token', user: { id: 1, email: 'me@example.com', createdAt: '2026-01-01T00:00:00.000Z' } };

describe('the shortcut of the quick run window', () => {
  const registered = new Set<string>();
  const shortcuts = {
    register: (name: string) => {
      if (name !== 'CommandOrControl+Alt+Space') registered.add(name);
      return registered.has(name);
    },
    unregister: (name: string) => void registered.delete(name),
  };
  it('replaces the one before, says that it is taken, and is not there when it is off', () => {
    const shortcut = createQuickShortcut(shortcuts, () => undefined);
    shortcut.use('CommandOrControl+Alt+R');
    expect([...registered]).toEqual(['CommandOrControl+Alt+R']);
    expect(shortcut.problem()).toBeUndefined();
    shortcut.use('CommandOrControl+Alt+Space');
    expect([...registered]).toEqual([]);
    expect(shortcut.problem()).toContain('another program may use it');
    shortcut.use('off');
    expect(shortcut.problem()).toBeUndefined();
    expect([...registered]).toEqual([]);
  });
});

describe('the session of the quick run window', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is the answer of the main window', async () => {
    const loan = createSessionLoan(() => true);
    const asked = [loan.borrow(), loan.borrow()];
    loan.answer(login);
    expect(await Promise.all(asked)).toEqual([login, login]);
  });
  it('is none while no user is signed in, and when the page does not answer', async () => {
    expect(await createSessionLoan(() => false).borrow()).toBeNull();
    const silent = createSessionLoan(() => true).borrow();
    vi.runAllTimers();
    expect(await silent).toBeNull();
  });
});
