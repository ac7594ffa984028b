/**
 * How long a trivial program takes on the embedded engine: with a booted child waiting (warm), straight after another
 * run (the child may still boot), and with an interpreter of its own (fresh); beside a bare interpreter of this machine
 * and the Docker engine, where one answers. Interleaved, so that whatever else the machine does falls on all alike.
 * `node bench/embedded.ts [--runs 20] [--pause 1500]`
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { createDockerEngine } from '../src-daemon/engine/docker/docker-engine.ts';
import { createEmbeddedEngine } from '../src-daemon/engine/embedded/embedded-engine.ts';
import type { Engine } from '../src-daemon/engine/engine.ts';
import { percentile } from './percentile.ts';

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
const execute = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), 'strongroom-bench-'));
const embedded = createEmbeddedEngine({
  resourcesDir,
  log,
  layersDir: join(folder, 'layers'),
});
const docker = createDockerEngine({
  instanceId: `bench-${randomUUID()}`,
  runtimeDir: folder,
  resourcesDir,
  environment: process.env,
  log,
});
try {
  await Promise.all([embedded.start(), docker.start()]);
  embedded.keepWarm(true);
  print(`load ${loadavg()[0]?.toFixed(1)}; ${runs} of each, interleaved; milliseconds`);
  for (const language of Object.keys(programs)) await compare(language);
} finally {
  await Promise.all([embedded.stop(), docker.stop()]);
  rmSync(folder, { recursive: true, force: true });
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
  const bare = language === 'python' ? ['python3', '-c', code] : [process.execPath, '-e', code];
  const [command = '', ...args] = bare;
  const fresh = { PYTHONHASHSEED: '0' };
  return [
    { name: 'bare interpreter', pauseMs: 0, run: async () => (await execute(command, args)).stdout },
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
