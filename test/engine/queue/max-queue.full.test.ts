/** The time limit of a run's wait, from its request to the start of its sandbox. */
import { expect, test, vi } from 'vitest';
import { describeWithDocker, jobOf, newEngine, run } from '../docker/docker-fixture.ts';

const limit = (maxMs: number) => ({ queueLimit: { maxMs, since: performance.now() } });
const late = { code: 'queue_timeout', retryAfterSeconds: expect.any(Number) };

describeWithDocker(
  'a run with a limit of its queue time',
  (fixture) => {
    test('does not start if no slot is free in time', async () => {
      const { engine, docker } = fixture();
      const cancel = new AbortController();
      // More than the memory of all runs together, so that it runs alone.
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

    test('starts at once if its container is made for it alone', async () => {
      expect(await run(fixture().engine, { code: 'echo now', ...limit(0) })).toMatchObject({ stdout: 'now\n' });
    });
  },
  { keepsWarm: false },
);

describeWithDocker(
  'a run with a queue time of 0',
  () => {
    test('is refused while its first container boots, and starts when it is repeated later', async () => {
      const { engine } = newEngine({ keepsWarm: true });
      try {
        await engine.start();
        // The first second has no warm boot. This request starts one.
        await expect(run(engine, { code: 'echo now', ...limit(0) })).rejects.toMatchObject(late);
        await vi.waitFor(
          async () => expect(await run(engine, { code: 'echo now', ...limit(0) })).toMatchObject({ stdout: 'now\n' }),
          { timeout: 25_000, interval: 100 },
        );
      } finally {
        await engine.stop();
      }
    });
  },
  { keepsWarm: false },
);
