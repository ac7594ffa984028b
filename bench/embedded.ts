/**
 * Measures a trivial program on the embedded engine: with a booted child (warm), directly after another run, and with a
 * new interpreter (fresh). If Docker answers, it also measures the image's interpreter run directly, and the Docker
 * engine. The runs are interleaved, so that other load of the machine affects all of them equally.
 * `node bench/embedded.ts [--runs 20] [--pause 1500]`
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Docker from 'dockerode';
import { findLocalEngine } from '../scripts/engine/find-engine.ts';
import { createDockerEngine } from '../src-daemon/engine/docker/docker-engine.ts';
import { createEmbeddedEngine } from '../src-daemon/engine/embedded/embedded-engine.ts';
import type { Engine } from '../src-daemon/engine/engine.ts';
import { type BareInterpreters, openBare } from './measure/bare.ts';
import { imageOfRun } from './measure/image-of-run.ts';
import { describeBare } from './measure/machine.ts';
import { percentile } from './measure/percentile.ts';
import { makeTemporaryFolder } from './measure/temporary-folder.ts';

interface Subject {
  name: string;
  /** Before each run, for a spare to boot behind the last. */
  pauseMs: number;
  run: () => Promise<string>;
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, pause: { type: 'string', default: '1500' } },
});
const runs = Number(values.runs);
const pauseMs = Number(values.pause);
const warmups = 2;
const resourcesDir = join(import.meta.dirname, '../resources');
const log = { info: () => {}, warn: () => {}, error: () => {} };
const programs: Readonly<Record<string, string>> = { python: 'print(6*7)', javascript: 'console.log(6*7)' };

const folder = makeTemporaryFolder('bench');
const embedded = createEmbeddedEngine({
  resourcesDir,
  log,
  layersDir: join(folder.path, 'layers'),
});
const instanceId = `bench-${randomUUID()}`;
const docker = createDockerEngine({
  instanceId,
  runtimeDir: folder.path,
  resourcesDir,
  environment: process.env,
  log,
});
let opened: BareInterpreters | string | undefined;
try {
  await Promise.all([embedded.start(), docker.start()]);
  opened = await openImage();
  embedded.keepWarm(true);
  print(`load ${loadavg()[0]?.toFixed(1)}; ${runs} of each, interleaved; milliseconds`);
  print(describeBare(opened));
  for (const language of Object.keys(programs)) await compare(language);
} finally {
  if (typeof opened === 'object') opened.remove();
  await Promise.all([embedded.stop(), docker.stop()]);
  folder.remove();
}

async function compare(language: string): Promise<void> {
  const subjects = subjectsOf(language);
  const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = -warmups; round < runs; round++) {
    for (const subject of subjects) {
      const ms = await timed(subject);
      if (round >= 0) times.get(subject.name)?.push(ms);
    }
  }
  for (const { name } of subjects) {
    const own = times.get(name) ?? [];
    const figures = [50, 95].map((rank) => percentile(own, rank).toFixed(1).padStart(9));
    print(`${language.padEnd(12)}${name.padEnd(28)}${figures.join('')}`);
  }
}

function subjectsOf(language: string): Subject[] {
  const code = programs[language] ?? '';
  const bare = typeof opened === 'object' ? opened : undefined;
  const direct = () => (language === 'python' ? bare?.run('python', ['-c', code]) : bare?.run('node', ['-e', code]));
  const fresh = { PYTHONHASHSEED: '0' };
  return [
    ...(bare ? [{ name: 'bare interpreter', pauseMs: 0, run: async () => (await direct()) ?? '' }] : []),
    { name: 'embedded, warm', pauseMs, run: () => runIn(embedded, { language, code }) },
    { name: 'embedded, right after that', pauseMs: 0, run: () => runIn(embedded, { language, code }) },
    ...(language === 'python'
      ? [{ name: 'embedded, fresh', pauseMs: 0, run: () => runIn(embedded, { language, code, env: fresh }) }]
      : []),
    ...(docker.status().status === 'ready'
      ? [{ name: 'Docker engine', pauseMs: 0, run: () => runIn(docker, { language, code }) }]
      : []),
  ];
}

/** The image of the Docker engine, whose interpreters are the bare ones; the reason where it has none. */
async function openImage(): Promise<BareInterpreters | string> {
  const found = await findLocalEngine();
  if (found === undefined || docker.status().status !== 'ready') return 'no Docker engine with an image answers';
  const client = new Docker({ socketPath: found.host.replace('unix://', '') });
  const sleeping = { language: 'bash', code: 'sleep 1' };
  return openBare(await imageOfRun(client, instanceId, () => runIn(docker, sleeping)), found.host);
}

async function runIn(
  engine: Engine,
  program: { language: string; code: string; env?: Record<string, string> },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  const limits = { timeoutMs: 30_000, memoryMb: 256, network: 'none' as const };
  const rest = { id: `run_${randomUUID()}`, stdin: new Uint8Array(), args: [], env: {}, files: [] };
  await engine.run(
    { ...rest, ...limits, ...program },
    { signal: new AbortController().signal, onOutput: (_stream, chunk) => chunks.push(chunk) },
  );
  return Buffer.concat(chunks).toString();
}

/** A wrong answer ends the benchmark, because a fast one is worth nothing. */
async function timed({ name, run, pauseMs: waitMs }: Subject): Promise<number> {
  await sleep(waitMs);
  const startedAt = performance.now();
  const output = await run();
  const ms = performance.now() - startedAt;
  if (output.trim() !== '42') throw new Error(`${name} answered ${JSON.stringify(output)}`);
  return ms;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
