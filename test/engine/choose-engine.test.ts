import { expect, test, vi } from 'vitest';
import { createAutoEngine } from '../../src-daemon/engine/choose-engine.ts';
import type { EmbeddedEngine } from '../../src-daemon/engine/embedded/embedded-engine.ts';
import type { Engine, EngineStatus, EngineTrace, RunHooks, SandboxJob } from '../../src-daemon/engine/engine.ts';
import { AppError } from '../../src-daemon/errors/app-error.ts';

const sandboxes = { open: () => Promise.reject(new Error('not opened here')) };

interface FakeDocker {
  status: EngineStatus;
  trace: EngineTrace;
  run: () => Promise<object>;
}

/** An engine of two fakes; `docker` can be changed while a run waits. */
function autoEngine(docker: Partial<FakeDocker>, embedded: EngineStatus['status'] = 'ready', waitMs?: number) {
  const state: FakeDocker = {
    status: { name: 'docker', status: 'ready' },
    trace: { isSeen: false },
    run: () => Promise.resolve({ queuedMs: 1 }),
    ...docker,
  };
  const admitted = (run: () => Promise<object>) => () => ({ run, release: () => {} });
  const engine = createAutoEngine(
    {
      status: () => state.status,
      trace: () => state.trace,
      admit: admitted(() => state.run()),
      sandboxes,
    } as unknown as Engine,
    {
      status: () => ({ name: 'embedded', status: embedded }),
      admit: admitted(() => Promise.resolve({ queuedMs: 1 })),
    } as unknown as EmbeddedEngine,
    waitMs,
  );
  const job = { id: 'run_1', language: 'python', memoryMb: 64, network: 'none' } as SandboxJob;
  const hooks = { signal: new AbortController().signal, onOutput: () => {} } as RunHooks;
  return { engine, state, run: (more = {}) => engine.admit({ ...job, ...more }).run(hooks) };
}

const statusOf = (status: EngineStatus['status'], reason?: string): EngineStatus => ({
  name: 'docker',
  status,
  ...(reason && { reason }),
});

test.each([
  ['ready', 'ready'],
  ['building_image', 'ready'],
  ['unavailable', 'unavailable'],
] as const)('while Docker is %s and the embedded engine is %s, Docker has the sandboxes', (docker, embedded) => {
  expect(autoEngine({ status: statusOf(docker) }, embedded).engine.sandboxes).toBe(sandboxes);
});

test('while only the embedded engine can run programs, there are no sandboxes', () => {
  expect(autoEngine({ status: statusOf('unavailable') }).engine.sandboxes).toBeUndefined();
});

test('a run waits for a Docker that was found, and its wait is counted', async () => {
  const trace = { isSeen: true, startingSince: performance.now() };
  const { state, run, engine } = autoEngine({ status: statusOf('starting', 'Docker is being tested.'), trace });
  const running = run();
  expect(engine.status()).toMatchObject({ name: 'docker', status: 'starting', reason: 'Docker is being tested.' });
  setTimeout(() => {
    state.status = statusOf('ready');
  }, 100);
  const result = await running;
  expect(result).toMatchObject({ engine: 'docker' });
  expect(result).not.toHaveProperty('notices');
  expect(result.queuedMs).toBeGreaterThan(50);
});

test.each([
  [
    statusOf('starting', 'It is being tested.'),
    /^The embedded engine .*not Docker. Docker is not ready .*being tested/,
  ],
  [statusOf('building_image'), /Docker is making its image/],
  [statusOf('unavailable', 'The engine stopped answering.'), /not Docker. The engine stopped answering/],
])('a run of the embedded engine says why Docker did not execute it', async (status, notice) => {
  const trace = { isSeen: true, startingSince: performance.now() };
  const result = await autoEngine({ status, trace }, 'ready', 60).run();
  expect(result).toMatchObject({ engine: 'embedded', notices: [expect.stringMatching(notice)] });
});

test('a run that Docker loses before its first output says so', async () => {
  const lost = () => Promise.reject(new AppError('engine_unavailable', 'gone'));
  const result = await autoEngine({ trace: { isSeen: true }, run: lost }).run();
  expect(result).toMatchObject({ engine: 'embedded', notices: [expect.stringContaining('Docker stopped answering')] });
});

test('without any Docker the embedded engine is the expected one and needs no notice', async () => {
  const result = await autoEngine({ status: statusOf('unavailable', 'No Docker engine was found.') }).run();
  expect(result).toEqual({ engine: 'embedded', queuedMs: 1 });
});

test('a run does not wait longer for Docker than for its start', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const trace = { isSeen: true, startingSince: performance.now() };
    const late = () => Promise.reject(new AppError('queue_timeout', 'too late'));
    const { run } = autoEngine({ status: statusOf('starting'), trace, run: late });
    const queueLimit = { maxMs: 0, since: performance.now() };
    await expect(run({ queueLimit })).rejects.toMatchObject({ code: 'queue_timeout' });
  } finally {
    vi.useRealTimers();
  }
});
