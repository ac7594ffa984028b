/** The limit of a run's wait, from its arrival to the sandbox that it gets. */
import { expect, test, vi } from 'vitest';
import { describeWithDocker, jobOf, newEngine, run } from '../docker/docker-fixture.ts';

const limit = (maxMs: number) => ({ queueLimit: { maxMs, since: performance.now() } });
const late = { code: 'queue_timeout', retryAfterSeconds: expect.any(Number) };

describeWithDocker(
  'a run with a limit of its wait',
  (fixture) => {
    test('does not start when it finds no slot in time', async () => {
      const { engine, docker } = fixture();
      const cancel = new AbortController();
      // More than all runs may use together, so that it runs alone.
      const memoryMb = 1_000_000;
      const alone = engine.run(jobOf({ code: 'sleep 60', memoryMb }), { signal: cancel.signal, onOutput: () => {} });
      const onStarted = vi.fn();
      const job = jobOf({ code: 'echo ran', ...limit(200) });
      const refused = engine.run(job, { signal: cancel.signal, onOutput: () => {}, onStarted });
      await expect(refused).rejects.toMatchObject(late);
      expect(onStarted).not.toHaveBeenCalled();
      const filters = { label: [`app.strongroom.execution=${job.id}`] };
      expect(await docker.listContainers({ all: true, filters })).toEqual([]);
      cancel.abort();
      expect(await alone).toMatchObject({ status: 'cancelled' });
      expect(await run(engine, { code: 'echo again', ...limit(60_000) })).toMatchObject({ stdout: 'again\n' });
    });

    test('starts without any wait where its container is made for it alone', async () => {
      expect(await run(fixture().engine, { code: 'echo now', ...limit(0) })).toMatchObject({ stdout: 'now\n' });
    });
  },
  { keepsWarm: false },
);

describeWithDocker('a run that may not wait at all', () => {
  test('is refused while its first container boots, and has it when it comes again', async () => {
    const { engine } = newEngine({ keepsWarm: true });
    try {
      await engine.start();
      // Nothing boots ahead in the first second; this boots one.
      await expect(run(engine, { code: 'echo now', ...limit(0) })).rejects.toMatchObject(late);
      await vi.waitFor(
        async () => expect(await run(engine, { code: 'echo now', ...limit(0) })).toMatchObject({ stdout: 'now\n' }),
        { timeout: 25_000, interval: 100 },
      );
    } finally {
      await engine.stop();
    }
  });
});
