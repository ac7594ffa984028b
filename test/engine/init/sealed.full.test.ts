import { expect, test } from 'vitest';
import { createTransitKey } from '../../../src-daemon/wire/sealed-stream.ts';
import { startInit } from '../../support/init/init-process.ts';
import { describeWithInit } from '../../support/init/init-suite.ts';

describeWithInit('a sealed stream that no daemon attaches', () => {
  test('ends its container after 30 s', { timeout: 60_000 }, async () => {
    const init = await startInit({ options: [createTransitKey().argument] });
    const startedAt = performance.now();
    expect(await init.ended).toBe('');
    const seconds = (performance.now() - startedAt) / 1000;
    expect(seconds).toBeGreaterThan(28);
    expect(seconds).toBeLessThan(40);
    expect(init.frames).toEqual([]);
  });
});
