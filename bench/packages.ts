/**
 * Measures the cost of a package list for a run: a trivial program with a list of 20 packages and without it,
 * interleaved, through the whole HTTP API of a warm daemon. The packages are installed from this machine's npm registry.
 * `npm run bench:packages -- [--runs 40]`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BenchDaemon, startBenchDaemon } from './measure/bench-daemon.ts';
import { describeMachine } from './measure/machine.ts';
import { percentile } from './measure/percentile.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '40' } } });
const runs = Number(values.runs);
const warmups = 5;
/** Between two runs, so that the pool has refilled: the cost of a run is measured, not that of a queue. */
const restMs = 1000;
const names =
  'lodash underscore ramda async commander chalk semver uuid nanoid dayjs moment yaml ini minimist yargs ajv zod qs ' +
  'mime-types iconv-lite';
const subjects = {
  'without packages': { code: 'console.log(6 * 7)', packages: false },
  'with 20 packages': { code: 'console.log(6 * 7)', packages: true },
  'with 20, one required': { code: "require('semver'); console.log(6 * 7)", packages: true },
};

const daemon = await startBenchDaemon();
try {
  process.stdout.write(`${await describeMachine(daemon)}\n\n`);
  await install(daemon);
  const times = await compare(daemon);
  const base = percentile(times.get('without packages') ?? [], 50);
  for (const [name, own] of times) {
    const [p50, p95] = [percentile(own, 50), percentile(own, 95)];
    const extra = (p50 - base).toFixed(1);
    process.stdout.write(
      `${name.padEnd(24)} p50 ${p50.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  over none ${extra} ms\n`,
    );
  }
} finally {
  await daemon.stop();
  await removeLayers(daemon);
}

async function install(at: BenchDaemon): Promise<void> {
  const packages = names.split(' ').map((name) => ({ language: 'javascript', name }));
  const startedAt = performance.now();
  let list = (await call(at, 'PUT /api/v1/packages', { packages })).packages as { status: string; error?: string }[];
  while (list.some(({ status }) => status === 'installing')) {
    await sleep(200);
    list = (await call(at, 'GET /api/v1/packages')).packages as typeof list;
  }
  const failed = list.find(({ error }) => error !== undefined);
  if (failed !== undefined) throw new Error(failed.error);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${list.length} packages installed in ${seconds} s\n\n`);
}

async function compare(at: BenchDaemon): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(subjects).map((name) => [name, []]));
  for (let round = -warmups; round < runs; round++)
    for (const [name, subject] of rotated(Object.entries(subjects), round)) {
      await sleep(restMs);
      const startedAt = performance.now();
      const { stdout } = await call(at, 'POST /api/v1/execute', { language: 'javascript', ...subject });
      const ms = performance.now() - startedAt;
      // A wrong answer ends the benchmark, because its time is meaningless.
      if (stdout !== '42\n') throw new Error(`${name}: ${stdout}`);
      if (round >= 0) times.get(name)?.push(ms);
    }
  return times;
}

/** Rotates the order each round, so that the heaviest item does not always precede the same one. */
function rotated<Item>(items: readonly Item[], round: number): Item[] {
  const first = (round + warmups) % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

async function call({ url, apiKey }: BenchDaemon, operation: `${string} /${string}`, body?: object) {
  const [method = '', path = ''] = operation.split(' ');
  const answer = await fetch(new URL(path, url), {
    method,
    headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, unknown>;
}

/** Removes the layers, which a daemon retains for its next start. This daemon has none. */
async function removeLayers({ docker, instanceId }: BenchDaemon): Promise<void> {
  const filters = JSON.stringify({ label: [`app.strongroom.instance=${instanceId}`] });
  const { Volumes: volumes } = await docker.listVolumes({ filters });
  for (const { Name: name } of volumes ?? []) await docker.getVolume(name).remove();
}
