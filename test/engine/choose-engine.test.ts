import { afterEach, expect, test, vi } from 'vitest';
import { createAutoEngine } from '../../src-daemon/engine/choose-engine.ts';
import type { EmbeddedRunner } from '../../src-daemon/engine/embedded/embedded-engine.ts';
import type { EngineStatus, EngineTrace, RunHooks, SandboxJob, SandboxResult } from '../../src-daemon/engine/engine.ts';
import type { RunRecord } from '../../src-daemon/engine/run.ts';
import type { Runner } from '../../src-daemon/engine/runner.ts';
import { AppError } from '../../src-daemon/errors/app-error.ts';
import { jobOf } from './embedded/embedded-fixture.ts';

const sandboxes = { open: () => Promise.reject(new Error('not opened here')) };

type FakeRun = (job: SandboxJob, hooks: RunHooks) => Promise<void>;

interface Fake {
  status: EngineStatus;
  trace: EngineTrace;
  concurrency: number;
  run: FakeRun;
}

/** A runner whose programs are functions. */
function fakeRunner(name: string, given: Partial<Fake>) {
  const fake: Fake = {
    status: { name, status: 'ready', place: 'machine' },
    trace: { isSeen: false },
    concurrency: 4,
    run: async () => {},
    ...given,
  };
  const listeners: (() => void)[] = [];
  const runner: Partial<EmbeddedRunner> = {
    name,
    status: () => fake.status,
    trace: () => fake.trace,
    start: async () => {},
    windDown: () => {},
    keepWarm: vi.fn(),
    refill: () => {},
    noticesOf: () => [],
    limits: () => ({ concurrency: fake.concurrency, memoryMb: 10_000 }),
    onChange: (listener) => void listeners.push(listener),
    check: ({ job }) => {
      if (name === 'embedded' && job.language === 'bash') throw new AppError('language_needs_docker', 'not here');
      return job.memoryMb;
    },
    run: async ({ job }, hooks, { leaveQueue }) => {
      leaveQueue();
      await fake.run(job, hooks);
      return ranOf();
    },
  };
  /** Changes the status and reports it, as a Docker engine does. */
  const become = (status: EngineStatus) => {
    fake.status = status;
    for (const listener of listeners) listener();
  };
  return { fake, runner, become };
}

/** Returns the facts about a program that has ended. */
function ranOf(): RunRecord {
  return {
    ...{ ending: { kind: 'died' }, oom: false, hasFullHeap: false, files: [], keepsEnds: false },
    ...{ outputBytes: { stdout: 0, stderr: 0 }, startedAt: 1, endedAt: 2 },
  };
}

/** An engine of two fakes, which has started. */
function autoEngine({
  docker = {},
  embedded = {},
  waitMs,
}: {
  docker?: Partial<Fake>;
  embedded?: Partial<Fake>;
  waitMs?: number;
}) {
  const fakes = { docker: fakeRunner('docker', docker), embedded: fakeRunner('embedded', embedded) };
  const engine = createAutoEngine(
    {
      docker: () => ({ ...fakes.docker.runner, sandboxes }) as Runner,
      embedded: () => fakes.embedded.runner as EmbeddedRunner,
    },
    waitMs,
  );
  void engine.start();
  atEnd.push(engine.windDown);
  const hooks: RunHooks = { signal: new AbortController().signal, onOutput: () => {} };
  const run = (more: Partial<SandboxJob> = {}) => engine.run({ ...jobOf({ memoryMb: 64 }), ...more }, hooks);
  return { engine, ...fakes, run };
}

const atEnd: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const end of atEnd.splice(0)) end();
});

const statusOf = (status: EngineStatus['status'], reason?: string): EngineStatus => ({
  name: 'docker',
  place: 'machine',
  status,
  ...(reason && { reason }),
});

const lost = new AppError('engine_unavailable', 'gone');
/** Lets everything happen that waits for nothing but its turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A program that ends when the test says so. */
function heldPrograms() {
  const programs: { id: string; end: () => void; fail: (error: Error) => void }[] = [];
  const run: FakeRun = ({ id }) =>
    new Promise((resolve, reject) => void programs.push({ id, end: resolve, fail: reject }));
  return { programs, run, ids: () => programs.map(({ id }) => id) };
}

test.each([
  ['ready', 'ready'],
  ['building_image', 'ready'],
  ['unavailable', 'unavailable'],
] as const)('while Docker is %s and the embedded engine is %s, Docker has the sandboxes', (docker, embedded) => {
  const states = {
    docker: { status: statusOf(docker) },
    embedded: { status: { ...statusOf(embedded), name: 'embedded' } },
  };
  expect(autoEngine(states).engine.sandboxes).toBe(sandboxes);
});

test('while only the embedded engine can run programs, there are no sandboxes', () => {
  expect(autoEngine({ docker: { status: statusOf('unavailable') } }).engine.sandboxes).toBeUndefined();
});

test('a run waits for a Docker that was found, is woken when Docker is ready, and its wait is counted', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const trace = { isSeen: true, startingSince: performance.now() };
  const status = statusOf('starting', 'Docker is being tested.');
  const { engine, docker, run } = autoEngine({ docker: { status, trace } });
  const running = run();
  await settle();
  expect(engine.status()).toMatchObject({ name: 'docker', status: 'starting', reason: 'Docker is being tested.' });
  vi.advanceTimersByTime(2000);
  docker.become(statusOf('ready'));
  const result = await running;
  expect(result).toMatchObject({ engine: 'docker', queuedMs: 2000 });
  expect(result).not.toHaveProperty('notices');
});

test('a run that expects Docker is woken when Docker fails', async () => {
  const { docker, run } = autoEngine({ docker: { status: statusOf('starting'), trace: { isSeen: true } } });
  const running = run();
  await settle();
  docker.become(statusOf('unavailable', 'It is unfit.'));
  expect(await running).toMatchObject({ engine: 'embedded', notices: [expect.stringContaining('It is unfit.')] });
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
  const result = await autoEngine({ docker: { status, trace }, waitMs: 60 }).run();
  expect(result).toMatchObject({ engine: 'embedded', notices: [expect.stringMatching(notice)] });
});

test('a run that Docker loses before its first output says so', async () => {
  const docker = { trace: { isSeen: true }, run: () => Promise.reject(lost) };
  const result = await autoEngine({ docker }).run();
  expect(result).toMatchObject({ engine: 'embedded', notices: [expect.stringContaining('Docker stopped answering')] });
});

test('a run that Docker loses after its first output is not run again', async () => {
  const run: FakeRun = async (_job, { onOutput }) => {
    onOutput('stdout', Buffer.from('x'));
    throw lost;
  };
  await expect(autoEngine({ docker: { run } }).run()).rejects.toBe(lost);
});

test('a run that Docker loses keeps its slot, even if the queue is full', async () => {
  const inDocker = heldPrograms();
  const embedded = heldPrograms();
  const auto = autoEngine({
    docker: { concurrency: 1, run: inDocker.run },
    embedded: { concurrency: 1, run: embedded.run },
  });
  const first = auto.run({ id: 'first' });
  await settle();
  const waiting: Promise<SandboxResult>[] = [];
  const refused = async () => {
    for (let count = 0; count < 1000; count++) {
      const { run } = auto.engine.admit(jobOf({ id: `waiting ${count}` }));
      waiting.push(run({ signal: new AbortController().signal, onOutput: () => {} }));
    }
  };
  await expect(refused()).rejects.toMatchObject({ code: 'queue_full' });
  auto.docker.become(statusOf('unavailable'));
  inDocker.programs[0]?.fail(lost);
  await settle();
  expect(embedded.ids()).toEqual(['first']);
  await expect(auto.run()).rejects.toMatchObject({ code: 'queue_full' });
  for (let at = 0; at <= waiting.length; at++) {
    embedded.programs[at]?.end();
    await settle();
  }
  expect(await first).toMatchObject({ engine: 'embedded' });
  for (const { engine } of await Promise.all(waiting)) expect(engine).toBe('embedded');
  expect(inDocker.ids()).toEqual(['first']);
});

test('runs that Docker loses run as many at once as the embedded engine can, before those that waited', async () => {
  const inDocker = heldPrograms();
  const embedded = heldPrograms();
  const auto = autoEngine({
    docker: { concurrency: 2, run: inDocker.run },
    embedded: { concurrency: 1, run: embedded.run },
  });
  const all = ['a', 'b', 'c'].map((id) => auto.run({ id }));
  await settle();
  expect(inDocker.ids()).toEqual(['a', 'b']);
  auto.docker.become(statusOf('unavailable'));
  for (const { fail } of inDocker.programs) fail(lost);
  for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await settle();
    expect(embedded.ids()).toEqual(expected);
    embedded.programs.at(-1)?.end();
  }
  await Promise.all(all);
});

test('the engine of a run is chosen when it leaves the queue', async () => {
  const inDocker = heldPrograms();
  const auto = autoEngine({ docker: { concurrency: 1, run: inDocker.run, trace: { isSeen: true } } });
  const running = auto.run({ id: 'running' });
  const [python, bash] = [auto.run({ language: 'python' }), auto.run({ language: 'bash', id: 'bash' })];
  const refused = expect(bash).rejects.toMatchObject({ code: 'language_needs_docker' });
  await settle();
  expect(inDocker.ids()).toEqual(['running']);
  auto.docker.become(statusOf('unavailable', 'It was stopped.'));
  inDocker.programs[0]?.end();
  expect(await running).toMatchObject({ engine: 'docker' });
  expect(await python).toMatchObject({ engine: 'embedded', notices: [expect.stringContaining('It was stopped.')] });
  await refused;
});

test('the children of the embedded engine stay warm only while Docker is not ready', async () => {
  const { docker, embedded } = autoEngine({ docker: { status: statusOf('unavailable') } });
  await settle();
  expect(embedded.runner.keepWarm).toHaveBeenLastCalledWith(true);
  docker.become(statusOf('ready'));
  await settle();
  expect(embedded.runner.keepWarm).toHaveBeenLastCalledWith(false);
});

test('without any Docker the embedded engine is the expected one and needs no notice', async () => {
  const result = await autoEngine({ docker: { status: statusOf('unavailable', 'No Docker engine was found.') } }).run();
  expect(result).toMatchObject({ engine: 'embedded' });
  expect(result).not.toHaveProperty('notices');
});

test('a run does not wait longer for Docker than for its start', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const trace = { isSeen: true, startingSince: performance.now() };
  const { run } = autoEngine({ docker: { status: statusOf('starting'), trace } });
  const queueLimit = { maxMs: 0, since: performance.now() };
  await expect(run({ queueLimit })).rejects.toMatchObject({ code: 'queue_timeout' });
});
