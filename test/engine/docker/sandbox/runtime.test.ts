import { expect, test } from 'vitest';
import { describeWithDocker, newEngine } from '../docker-fixture.ts';

describeWithDocker('an engine without gVisor', (fixture) => {
  test('is refused where every sandbox must be gVisor’s, and says so', async () => {
    const { Runtimes } = await fixture().docker.info();
    if (Runtimes?.runsc !== undefined) return;
    const { engine } = newEngine({ gvisor: true });
    await engine.start();
    expect(engine.status()).toMatchObject({ status: 'unavailable', reason: expect.stringMatching(/gVisor/) });
    await engine.stop();
  });
});
