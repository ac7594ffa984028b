import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { afterAll, beforeAll, describe } from 'vitest';
import { createDockerEngine, type DockerEngineOptions } from '../../../src-daemon/engine/docker/docker-engine.ts';
import { createContainerWatch } from '../../../src-daemon/engine/docker/link/container-events.ts';
import type { EngineLink } from '../../../src-daemon/engine/docker/link/engine-link.ts';
import { createEngineWarnings } from '../../../src-daemon/engine/docker/link/engine-warnings.ts';
import { findDocker } from '../../../src-daemon/engine/docker/link/find-docker.ts';
import type { Engine } from '../../../src-daemon/engine/engine.ts';
import type { EngineLog } from '../../../src-daemon/engine/engine-log.ts';
import { createIsolationProof } from '../../../src-daemon/engine/isolation-proof.ts';
import { createUserIds, defaultRange } from '../../../src-daemon/engine/user-ids.ts';
import { provenEngines } from '../../support/engine/proven-engines.ts';
import { newTestInstance } from '../../support/leftovers/instances.ts';
import { runsWith } from './run/run-jobs.ts';

export const resourcesDir = join(import.meta.dirname, '../../../resources');
export const runtimeDir = mkdtempSync(join(tmpdir(), 'engine-'));

export const silentLog: EngineLog = { info: () => {}, warn: () => {}, error: () => {} };

const found = await findDocker({ runtimeDir, environment: process.env }).catch(() => undefined);

export interface Fixture {
  engine: Engine;
  docker: Docker;
  instanceId: string;
}

/**
 * Defines a suite that needs a real engine. It is skipped if none answers, and fails if CI=true. The suites of a file share
 * an engine, except those with options other than `keepsWarm`. With STRONGROOM_TEST_COLD set there are no warm containers. A suite that counts
 * containers, or does not use its engine, sets `keepsWarm: false`.
 */
export function describeWithDocker(
  name: string,
  suite: (fixture: () => Fixture) => void,
  options: Partial<DockerEngineOptions> = {},
): void {
  if (found === undefined && process.env.CI !== 'true') console.warn(`SKIPPED, no Docker engine answers: ${name}`);
  describe.skipIf(found === undefined && process.env.CI !== 'true')(name, () => {
    let fixture: Fixture | undefined;
    beforeAll(async () => {
      fixture = isShared(options) ? await sharedFixture(options) : await startFixture(options);
    });
    afterAll(() => (isShared(options) ? undefined : fixture?.engine.stop()));
    suite(() => {
      if (fixture === undefined) throw new Error('the fixture is used before it is there');
      return fixture;
    });
  });
}

/** The shared engines of the test file, by `keepsWarm`. */
const sharedFixtures = new Map<boolean | undefined, Fixture>();

afterAll(async () => {
  for (const { engine } of sharedFixtures.values()) await engine.stop();
});

function isShared(options: Partial<DockerEngineOptions>): boolean {
  return Object.keys(options).every((name) => name === 'keepsWarm');
}

async function sharedFixture(options: Partial<DockerEngineOptions>): Promise<Fixture> {
  const fixture = sharedFixtures.get(options.keepsWarm) ?? (await startFixture(options));
  sharedFixtures.set(options.keepsWarm, fixture);
  return fixture;
}

async function startFixture(options: Partial<DockerEngineOptions>): Promise<Fixture> {
  if (found === undefined) throw new Error('no Docker engine answers, and CI=true');
  const made = newEngine(options);
  await made.engine.start();
  if (made.engine.status().status === 'ready') return { ...made, docker: found.docker };
  await made.engine.stop();
  throw new Error(made.engine.status().reason);
}

/** Makes another engine, which is not started. */
export function newEngine(options: Partial<DockerEngineOptions> = {}): { engine: Engine; instanceId: string } {
  const instanceId = options.instanceId ?? newTestInstance();
  const keepsWarm = process.env.STRONGROOM_TEST_COLD === undefined;
  const defaults = { runtimeDir, resourcesDir, log: silentLog, environment: process.env, keepsWarm };
  // An engine behind a proxy or of a test's own proves itself each time.
  const proven = options.environment === undefined ? { provenEngines } : {};
  const engine = createDockerEngine({ ...defaults, ...proven, ...options, instanceId });
  return { engine, instanceId };
}

export const { jobOf, run } = runsWith({ language: 'bash', timeoutMs: 10_000 });

/** Lists the containers of an instance. Those of runs that have just ended may still be among them. */
export function containersOf(docker: Docker, instanceId: string): Promise<Docker.ContainerInfo[]> {
  return containersLabelled(docker, 'instance', instanceId);
}

/** Lists the containers with the id of an instance or of a live sandbox. */
export function containersLabelled(
  docker: Docker,
  name: 'instance' | 'sandbox',
  id: string,
): Promise<Docker.ContainerInfo[]> {
  return docker.listContainers({ all: true, filters: { label: [`app.strongroom.${name}=${id}`] } });
}

/** Returns the id of the base image of a suite's engine. */
export function sandboxImage({ engine }: Fixture): string {
  const id = engine.layers?.imageId();
  if (id === undefined) throw new Error('the engine of this suite has no image');
  return id;
}

/** Makes a link with the parts that the creation of a container needs. */
export function linkTo(docker: Docker): EngineLink {
  const facts = {
    version: '',
    architecture: 'x86_64',
    cpus: 1,
    memoryMb: 1024,
    runtime: undefined,
    seccompProfile: undefined,
    limitsSwap: true,
    isRemapped: false,
  };
  const lost = new AbortController().signal;
  return {
    docker,
    host: '',
    facts,
    warnings: createEngineWarnings(silentLog),
    isolation: createIsolationProof('container'),
    users: createUserIds(defaultRange),
    processId: 'test',
    lost,
    confirm: async () => {},
    watch: createContainerWatch().watch,
    close: () => {},
  };
}
