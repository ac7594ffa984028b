import { EventEmitter } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stopBeforeQuit } from '../../../src-main/desktop/quit.ts';

/** As Electron's: `quit` asks first, and exits without a window. A hanging one never exits on its own. */
class FakeApp extends EventEmitter {
  exits: string[] = [];
  hangs = false;
  quit(): void {
    let isPrevented = false;
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    if (!isPrevented && !this.hangs) this.exits.push('quit');
  }
  exit(): void {
    this.exits.push('exit');
  }
}

class FakeWindow extends EventEmitter {
  isOpen = true;
  closes = true;
  close(): void {
    if (this.closes) this.destroy();
  }
  destroy(): void {
    this.isOpen = false;
    this.emit('closed');
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function quitWith({ hangs = false, closes = true } = {}) {
  const app = Object.assign(new FakeApp(), { hangs });
  const window = Object.assign(new FakeWindow(), { closes });
  const stop = vi.fn(async () => undefined);
  const windows = () => (window.isOpen ? [window] : []) as unknown as BrowserWindow[];
  stopBeforeQuit(app as unknown as App, { windows, stop });
  app.quit();
  app.quit();
  return { app, window, stop };
}

it('closes the windows and stops what the app started, once, before the app exits', async () => {
  const { app, window, stop } = quitWith();
  expect(app.exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect([app.exits, window.isOpen, stop.mock.calls.length]).toEqual([['quit'], false, 1]);
});

it('destroys a window whose page keeps it open', async () => {
  const { app, window } = quitWith({ closes: false });
  await vi.advanceTimersByTimeAsync(4999);
  expect([app.exits, window.isOpen]).toEqual([[], true]);
  await vi.advanceTimersByTimeAsync(1);
  expect([app.exits, window.isOpen]).toEqual([['quit'], false]);
});

it('ends an app that does not exit 5 s after everything was stopped', async () => {
  const { app } = quitWith({ hangs: true });
  await vi.advanceTimersByTimeAsync(4999);
  expect(app.exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(app.exits).toEqual(['exit']);
});
