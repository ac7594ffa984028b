import { describe, expect, it } from 'vitest';
import { lazyComponent } from '../../../src-renderer/ui/page/lazy-part.ts';
import { goodHealth } from '../page/health.ts';
import { cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests } from '../page/requests.ts';

cleanPageAfterEach();

describe('a component that is loaded when it is needed', () => {
  const View = () => null;

  it('is loaded once by a preload before it is rendered', async () => {
    answerRequests(() => Response.json(goodHealth));
    let loads = 0;
    const part = lazyComponent(async () => {
      loads += 1;
      return { View };
    }, 'View');
    expect(part.isLoaded()).toBe(false);
    await part.preload();
    await part.preload();
    expect([part.isLoaded(), loads]).toEqual([true, 1]);
  });

  it('is not loaded after a failed preload, which is no error until it is rendered', async () => {
    answerRequests(() => Response.json(goodHealth));
    const part = lazyComponent(
      (): Promise<{ View: typeof View }> => Promise.reject(new TypeError('no module')),
      'View',
    );
    await part.preload();
    expect(part.isLoaded()).toBe(false);
  });
});
