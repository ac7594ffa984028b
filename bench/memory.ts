/**
 * The memory of the daemon's own process (sandboxes are counted elsewhere): after its start, idle after a first run,
 * each half minute under concurrent clients, and idle again after them. Linux only.
 * `npm run bench:memory -- [--engine docker] [--clients 50] [--seconds 240] [--idle 60] [--rest 30]`
 */
import { cpus, loadavg, release, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BareDaemon, startBareDaemon } from './measure/bench-daemon.ts';
import { runMixedClients } from './measure/mixed-clients.ts';
import { readProcessMemory } from './measure/process-memory.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'docker' },
    clients: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '240' },
    idle: { type: 'string', default: '60' },
    rest: { type: 'string', default: '30' },
  },
});
const clients = Number(values.clients);
const seconds = Number(values.seconds);
const sampleMs = 30_000;

describeMachine();
const daemon = await startBareDaemon(['--engine', values.engine]);
try {
  await measure(daemon);
} finally {
  await daemon.stop();
}

async function measure(daemon: BareDaemon): Promise<void> {
  print(`\n${'MiB'.padEnd(28)} ${['rss', 'pss', 'uss', 'anonymous'].map((name) => name.padStart(10)).join('')}`);
  await show('started, one account', daemon);
  await firstRun(daemon);
  await show('first run', daemon);
  await sleep(Number(values.idle) * 1000);
  await show(`${values.idle} s idle`, daemon);
  if (seconds === 0) return;
  const ending = runMixedClients(daemon, clients, Date.now() + seconds * 1000);
  await sampleUntil(ending, daemon);
  const { done, refused } = await ending;
  await show(`${clients} clients, ended`, daemon);
  await sleep(Number(values.rest) * 1000);
  await show(`${values.rest} s idle after them`, daemon);
  print(`\nrequests: ${listCounts(done)}${refused.size === 0 ? '' : `; refused: ${listCounts(refused)}`}`);
}

/** The engine gets ready after the daemon listens. */
async function firstRun({ executeWith }: BareDaemon): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const output = await executeWith({ language: 'python', code: 'print(6*7)' }, {});
      if (output.trim() !== '42') throw new Error(`the first run answered ${JSON.stringify(output)}`);
      return;
    } catch (error) {
      if (tries === 120 || !String(error).includes('engine_unavailable')) throw error;
      await sleep(1000);
    }
  }
}

async function sampleUntil(ending: Promise<unknown>, daemon: BareDaemon): Promise<void> {
  const startedAt = Date.now();
  let hasEnded = false;
  void ending.catch(() => undefined).then(() => (hasEnded = true));
  while (!hasEnded) {
    await Promise.race([ending, sleep(sampleMs)]);
    if (!hasEnded) await show(`${clients} clients, ${Math.round((Date.now() - startedAt) / 1000)} s`, daemon);
  }
}

async function show(label: string, { pid }: BareDaemon): Promise<void> {
  const { rss, pss, uss, anonymous } = await readProcessMemory(pid);
  print(`${label.padEnd(28)} ${[rss, pss, uss, anonymous].map((mib) => mib.toFixed(1).padStart(10)).join('')}`);
}

function describeMachine(): void {
  const [first] = cpus();
  const [load = 0] = loadavg();
  const gib = (totalmem() / 2 ** 30).toFixed(0);
  print(`${new Date().toISOString()}  Linux ${release()}, ${cpus().length} x ${first?.model ?? 'unknown'}, ${gib} GiB`);
  print(`load before: ${load.toFixed(2)}; Node ${process.version}; engine ${values.engine}`);
}

function listCounts(counts: ReadonlyMap<unknown, number>): string {
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
