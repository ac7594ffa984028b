/**
 * Asks once a run whether a Docker engine answers (`inject('engine')` in a test), and at the end of the run that no
 * container was left behind.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';
import type { TestProject } from 'vitest/node';
import { findEngine } from '../../scripts/find-engine.mjs';

/** The engine that answers, by its DOCKER_HOST; null where none does. */
export type EnginePresence = { host: string; version: string } | null;

declare module 'vitest' {
  interface ProvidedContext {
    engine: EnginePresence;
  }
}

const shortLived = new Set(['sandbox', 'installer', 'netns']);
const graceMs = 10_000;

/** Vitest calls this before the first test; what it returns, after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = (await findEngine()) ?? null;
  project.provide('engine', engine);
  if (engine === null) {
    process.stderr.write('No Docker engine answers: the tests that need one are skipped ("npm run engine" gets one)\n');
    return async () => undefined;
  }
  const docker = connect(engine.host);
  const isFirst = process.env.STRONGROOM_TEST_AGAIN === undefined;
  const before = new Set(isFirst ? (await listSandboxes(docker)).map(({ Id }) => Id) : []);
  return () => refuseLeftovers(docker, before);
}

async function refuseLeftovers(docker: Docker, before: ReadonlySet<string>): Promise<void> {
  const until = Date.now() + graceMs;
  let left: Docker.ContainerInfo[] = [];
  do {
    left = (await listSandboxes(docker)).filter(({ Id }) => !before.has(Id));
    if (left.length === 0) return;
    await sleep(250);
  } while (Date.now() < until);
  const words = `containers were left behind: ${left.map(describe).join(', ')}`;
  // Where several checkouts are tested on one engine, another's containers are no fault of ours.
  if (process.env.STRONGROOM_SHARED_ENGINE) process.stderr.write(`${words}\n`);
  else throw new Error(words);
}

async function listSandboxes(docker: Docker): Promise<Docker.ContainerInfo[]> {
  const filters = { label: ['app.strongroom.role'] };
  const found = await docker.listContainers({ all: true, filters });
  return found.filter(({ Labels }) => shortLived.has(Labels['app.strongroom.role'] ?? ''));
}

/** What tells whose it was: a daemon's instance is 32 hexadecimal digits, an engine's of a test begins with `test-`. */
function describe({ Id, Labels, State, Status }: Docker.ContainerInfo): string {
  const { 'app.strongroom.role': role, 'app.strongroom.instance': instance } = Labels;
  return `${Id.slice(0, 12)} (${role} of instance ${instance}, ${State}: ${Status})`;
}

function connect(host: string): Docker {
  if (host.startsWith('unix://') || host.startsWith('npipe://')) {
    return new Docker({ socketPath: host.replace(/^(unix|npipe):\/\//, '') });
  }
  const { hostname, port } = new URL(host);
  return new Docker({ host: hostname, port: Number(port) });
}
