import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { whileVisible } from '../../../src-renderer/client/while-visible.ts';
import { createPage } from '../page/browser.ts';
import { cleanPageAfterEach } from '../page/page-session.ts';

cleanPageAfterEach();

/** Follows until its signal aborts, as an event stream does. */
function startFollowing(page: ReturnType<typeof createPage>, stopped = new AbortController()) {
  const connections: AbortSignal[] = [];
  const finished = whileVisible(stopped.signal, (signal) => {
    connections.push(signal);
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  });
  const show = async (visibilityState: 'visible' | 'hidden') => {
    Object.assign(page.document, { visibilityState });
    page.document.dispatchEvent(new Event('visibilitychange'));
    await yieldToEventLoop();
  };
  const open = () => connections.filter(({ aborted }) => !aborted).length;
  return { connections, open, show, finished, stop: () => stopped.abort() };
}

describe('work of a visible page', () => {
  it('gives up its connection while the page is hidden', async () => {
    const { connections, open, show, finished, stop } = startFollowing(createPage());
    expect(open()).toBe(1);
    await show('hidden');
    expect(open()).toBe(0);
    await show('visible');
    expect(open()).toBe(1);
    expect(connections).toHaveLength(2);
    stop();
    await finished;
  });

  it('starts again when the page is hidden and visible again before the work has ended', async () => {
    const { connections, open, show, finished, stop } = startFollowing(createPage());
    void show('hidden');
    await show('visible');
    expect(connections).toHaveLength(2);
    expect(open()).toBe(1);
    stop();
    await finished;
  });

  it('does not start in a hidden page, and ends there when it is stopped', async () => {
    const page = createPage();
    Object.assign(page.document, { visibilityState: 'hidden' });
    const { connections, finished, stop } = startFollowing(page);
    await yieldToEventLoop();
    expect(connections).toHaveLength(0);
    stop();
    await finished;
  });

  it('ends when the work ends on its own', async () => {
    createPage();
    let runs = 0;
    await whileVisible(new AbortController().signal, async () => {
      runs++;
    });
    expect(runs).toBe(1);
  });
});
