import { expect, test } from 'vitest';
import { describeWithDocker, newEngine } from '../docker-fixture.ts';

describeWithDocker('an engine without gVisor', (fixture) => {
  test('is unavailable with the setting gvisor, and its status names gVisor', async () => {
    const { Runtimes } = await fixture().docker.info();
    if (Runtimes?.runsc !== undefined) return;
    const { engine } = newEngine({ gvisor: true });
    await engine.start();
    expect(engine.status()).toMatchObject({ status: 'unavailable', reason: expect.stringMatching(/gVisor/) });
    await engine.stop();
  });
});
