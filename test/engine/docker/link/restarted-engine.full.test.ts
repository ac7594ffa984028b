/** A test engine that is restarted under load, and that has a crun which cannot start containers. */
import type Docker from 'dockerode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute, listExecutions } from '../../../../src-shared/contracts/executions.contract.ts';
import { readHealth } from '../../../../src-shared/contracts/service.contract.ts';
import { startChildDaemon, temporaryDataDir } from '../../../support/daemon/child-daemon.ts';
import { registerUser, type TestUser } from '../../../support/daemon/test-daemon.ts';
import { openEventStream } from '../../../support/event-stream.ts';
import { until } from '../../../support/until.ts';
import {
  containersOf,
  describeWithDocker,
  type Fixture,
  newEngine,
  run,
  sandboxImage,
  silentLog,
} from '../docker-fixture.ts';
import { canHaveOwnDockerd, createOwnDockerd, type OwnDockerd } from './own-dockerd.ts';

const inFlight = 6;
const programs = [
  { language: 'python', code: 'import time\nprint("up")\ntime.sleep(600)' },
  { language: 'bash', code: 'echo up; while :; do :; done' },
  { language: 'bash', code: 'trap "" TERM HUP; echo up; sleep 600; sleep 600' },
];

const isSkipped = !canHaveOwnDockerd && process.env.CI !== 'true';

describeWithDocker('a test engine', suite, { keepsWarm: false });

function suite(fixture: () => Fixture): void {
  if (isSkipped)
    console.warn('SKIPPED, a dockerd of the test’s own needs root on Linux: a real restart, a crun that cannot start');
  let own: OwnDockerd;
  beforeAll(async () => {
    if (isSkipped) return;
    own = createOwnDockerd({ crun: { path: '/bin/false' } });
    await own.start();
    const { docker } = fixture();
    const { RepoTags: names } = await docker.getImage(sandboxImage(fixture())).inspect();
    await own.takeImage(docker, names[0] ?? '');
  });
  afterAll(() => own?.remove());

  test.skipIf(isSkipped)(
    'uses its default runtime if its crun cannot start containers, and logs that once',
    async () => {
      expect(Object.keys((await own.docker.info()).Runtimes ?? {})).toContain('crun');
      const warnings: string[] = [];
      const log = { ...silentLog, warn: (_fields: object, message: string) => warnings.push(message) };
      const { engine, instanceId } = newEngine({ environment: { DOCKER_HOST: own.host }, log });
      await engine.start();
      const results = await Promise.all(Array.from({ length: 4 }, () => run(engine, { code: 'echo served' })));
      expect(results.map(({ status, stdout }) => [status, stdout])).toEqual(Array(4).fill(['succeeded', 'served\n']));
      let runtime: string | undefined;
      await until(async () => {
        runtime = await runtimeOf(own.docker, instanceId);
        return runtime !== undefined;
      });
      expect(runtime).toBe('runc');
      await engine.stop();
      expect(warnings).toEqual(['the engine offers a runtime that cannot start']);
      expect(await containersOf(own.docker, instanceId)).toEqual([]);
    },
  );

  test.skipIf(isSkipped)(
    'makes active runs fail when it is restarted, and later runs succeed without a restart of the daemon',
    { timeout: 180_000 },
    async () => {
      const data = temporaryDataDir();
      const daemon = await startChildDaemon(data.dataDir, { DOCKER_HOST: own.host });
      const user = await registerUser(daemon.url);
      const engineStatus = async () => (await user.client.call(readHealth)).engine.status;
      await until(async () => (await engineStatus()) === 'ready');
      const ends = await startAll(user);
      await own.stop();
      expect(await Promise.all(ends)).toEqual(Array(inFlight).fill('engine_unavailable'));
      await own.start();
      await until(async () => (await engineStatus()) === 'ready');
      for (const language of ['bash', 'python']) {
        const code = language === 'bash' ? 'echo back' : 'print("back")';
        expect(await user.client.call(execute, { body: { language, code } })).toMatchObject({ stdout: 'back\n' });
      }
      const { executions } = await user.client.call(listExecutions);
      expect(executions.map(({ status }) => status)).toEqual([
        ...['succeeded', 'succeeded'],
        ...Array(inFlight).fill('interrupted'),
      ]);
      daemon.process.kill('SIGTERM');
      expect(await daemon.exited).toMatchObject({ code: 0 });
      expect(await own.docker.listContainers({ all: true })).toEqual([]);
    },
  );
}

/** Starts all runs. Resolves when each has printed a line, with promises of their error codes. */
async function startAll({ client: { url, credential: headers } }: TestUser): Promise<Promise<string>[]> {
  const streams = await Promise.all(
    Array.from({ length: inFlight }, async (_, index) => {
      const body = { ...programs[index % programs.length], timeoutMs: 600_000, memoryMb: 64 };
      const stream = await openEventStream(url, { method: 'POST', path: execute.path, headers, body });
      for (let event = await stream.next(); event?.event !== 'stdout'; event = await stream.next())
        if (event === undefined) throw new Error('a run ended before it spoke');
      return stream;
    }),
  );
  // A run that ended on its own has no error, so its last event is returned.
  return streams.map(async (stream) => {
    const last = (await stream.rest()).at(-1);
    return last?.data?.error?.code ?? JSON.stringify(last);
  });
}

/** Returns the runtime of a waiting container. Those of runs that have just ended are listed until they are removed. */
async function runtimeOf(docker: Docker, instanceId: string): Promise<string | undefined> {
  for (const { Id: id } of await containersOf(docker, instanceId)) {
    const found = await docker
      .getContainer(id)
      .inspect()
      .catch((error: { statusCode?: number }) => {
        if (error.statusCode !== 404) throw error;
      });
    if (found !== undefined) return (found.HostConfig as { Runtime?: string }).Runtime;
  }
  return undefined;
}
