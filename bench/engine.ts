/**
 * Measures the goals of the engine (docs/engine.md) on this machine: hot and cold runs through the whole HTTP API, next to
 * the image's interpreter run directly, a hardened `docker run --rm` and `docker exec` in an idle container. It also
 * measures load at a steady rate, a burst, and the memory of warm containers. It takes less than seven minutes on an idle
 * machine, and fails if an answer of the burst is missing.
 * `npm run bench:engine -- [--runs 100] [--seconds 10] [--burst 100]`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openBare } from './measure/bare.ts';
import { startBenchDaemon } from './measure/bench-daemon.ts';
import { describeBare, describeMachine } from './measure/machine.ts';
import { percentile, ratioText } from './measure/percentile.ts';
import { type Subject, startIdleContainer, subjectsOf } from './measure/subjects.ts';
import { warmMemory } from './measure/warm-memory.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '10' },
    burst: { type: 'string', default: '100' },
  },
});
const runs = Number(values.runs);
const seconds = Number(values.seconds);
const burst = Number(values.burst);
/** The first language is measured thoroughly, the others with fewer runs. */
const languages = ['python', 'javascript', 'typescript', 'bash'];
const othersShare = 0.3;
/** Long enough for the pool to refill: the pause of a person, and of most agents. */
const thinkMs = 300;
const lanes = 4;
/** Queue limit of a client that prefers an error to a long wait. */
const maxQueueMs = 500;
/** Not the default memory limit: a warm container is resized before the job. */
const otherMemoryMb = 200;

const daemon = await startBenchDaemon();
const cold = await startBenchDaemon(['--no-warm']);
const idle = await startIdleContainer(daemon);
const opened = await openBare(daemon.imageId, daemon.dockerHost);
const bare = typeof opened === 'string' ? undefined : opened;
const targets = { daemon, idle, bare };
try {
  print(await describeMachine(daemon));
  print(describeBare(opened));
  await hotAndCold();
  await steadyLoad();
  await sustained();
  await burstOfAll();
  print('\nmemory of a waiting container, MiB: its own (control group), and with its shim on the host');
  for (const line of await warmMemory(daemon)) print(line);
} finally {
  bare?.remove();
  await idle.remove();
  await cold.stop();
  await daemon.stop();
}

/** One after the other, interleaved: what else the machine does falls on all alike. */
async function hotAndCold(): Promise<void> {
  print(`\ninterleaved, ${thinkMs} ms of pause before each of our own; milliseconds`);
  printRow(['language', 'way', 'p50', 'p95', 'p99', 'x bare', 'x docker run', 'samples']);
  for (const language of languages) {
    const rounds = language === 'python' ? runs : Math.ceil(runs * othersShare);
    const subjects = [
      ...subjectsOf(language, targets),
      { name: 'other memory', run: () => daemon.executeWith(programOf(language), { memoryMb: otherMemoryMb }) },
      { name: 'our API, cold', run: () => cold.executeWith(programOf(language), {}) },
    ];
    const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const subject of subjects) {
        if (subject.name === 'our API' || subject.name === 'other memory') await sleep(thinkMs);
        times.get(subject.name)?.push(await timed(subject));
      }
    const p50 = (name: string) => percentile(times.get(name) ?? [], 50);
    for (const { name } of subjects) {
      const figures = [50, 95, 99].map((percent) => percentile(times.get(name) ?? [], percent).toFixed(1));
      const ratios = ['bare', 'docker run'].map((other) => ratioText(p50(name), p50(other)));
      printRow([language, name, ...figures, ...ratios, String(rounds)]);
    }
  }
}

/** Open loop: requests come when they come, whether or not the last has ended. */
async function steadyLoad(): Promise<void> {
  print(`\nPython at a steady rate, open loop, ${seconds} s each; milliseconds of the runs that were not refused`);
  printRow(['asked/s', 'maxQueueMs', 'done/s', 'p50', 'p95', 'p99', 'refused']);
  for (const rate of [5, 8, 10, 15]) await steadyRate(rate, {});
  for (const rate of [10, 15]) await steadyRate(rate, { maxQueueMs });
}

async function steadyRate(rate: number, options: { maxQueueMs?: number }): Promise<void> {
  const times: number[] = [];
  let refused = 0;
  const startedAt = performance.now();
  const pending: Promise<unknown>[] = [];
  const run = () => daemon.executeWith(programOf('python'), options);
  for (let sent = 0; sent < rate * seconds; sent++) {
    await sleep(Math.max(startedAt + (sent * 1000) / rate - performance.now(), 0));
    const one = timed({ name: 'our API', run }).then((ms) => times.push(ms));
    pending.push(one.catch(() => refused++));
  }
  await Promise.all(pending);
  const doneRate = times.length / ((performance.now() - startedAt) / 1000);
  const figures = [50, 95, 99].map((percent) => percentile(times, percent).toFixed(1));
  printRow([String(rate), String(options.maxQueueMs ?? 'none'), doneRate.toFixed(1), ...figures, String(refused)]);
  await sleep(3000);
}

/** As fast as a few lanes go, each starting a run when its last has answered. */
async function sustained(): Promise<void> {
  print(`\nPython without a pause, ${lanes} lanes, ${seconds} s each`);
  const rates = new Map<string, number>();
  for (const subject of subjectsOf('python', targets)) {
    if (subject.name !== 'docker run' && subject.name !== 'our API') continue;
    const startedAt = performance.now();
    const times: number[] = [];
    const lane = async () => {
      while (performance.now() - startedAt < seconds * 1000) times.push(await timed(subject));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const rate = (times.length / (performance.now() - startedAt)) * 1000;
    rates.set(subject.name, rate);
    print(`  ${subject.name.padEnd(12)} ${rate.toFixed(1)} a second, p50 ${percentile(times, 50).toFixed(0)} ms`);
    await sleep(3000);
  }
  print(`  our API / docker run: ${((rates.get('our API') ?? 0) / (rates.get('docker run') ?? 1)).toFixed(2)}`);
}

/** All at once at our API, and as fast as eight lanes go by `docker run`. */
async function burstOfAll(): Promise<void> {
  const others = subjectsOf('python', targets).filter(({ name }) => name === 'docker run');
  for (const subject of [ours('python'), ...others]) {
    const width = subject.name === 'docker run' ? 8 : burst;
    const startedAt = performance.now();
    const times: number[] = [];
    let next = 0;
    const lane = async () => {
      while (next++ < burst) await timed(subject).then((ms) => times.push(ms), explainMissing);
    };
    await Promise.all(Array.from({ length: width }, lane));
    const wallMs = performance.now() - startedAt;
    print(
      `\nburst of ${burst}, ${subject.name}, ${width} at once: ${times.length} right answers in ${(wallMs / 1000).toFixed(1)} s,` +
        ` ${((times.length / wallMs) * 1000).toFixed(1)} a second, p50 ${percentile(times, 50).toFixed(0)} ms, last ${percentile(times, 100).toFixed(0)} ms`,
    );
  }
}

function explainMissing(reason: unknown): void {
  print(`  not answered: ${String(reason).slice(0, 200)}`);
  process.exitCode = 1;
}

function ours(language: string): Subject {
  return { name: 'our API', run: () => daemon.executeWith(programOf(language), {}) };
}

function programOf(language: string) {
  const code = language === 'python' ? 'print(6 * 7)' : language === 'bash' ? 'echo $((6 * 7))' : 'console.log(6 * 7)';
  return { language, code };
}

/** Milliseconds of one run; a wrong answer ends the benchmark, because a fast one is worth nothing. */
async function timed({ run, name }: { name: string; run: () => Promise<string> }): Promise<number> {
  const startedAt = performance.now();
  const output = await run();
  const ms = performance.now() - startedAt;
  if (output.trim() !== '42') throw new Error(`${name} answered ${JSON.stringify(output)}`);
  return ms;
}

function printRow(cells: string[]): void {
  print(cells.map((cell, at) => (at < 2 ? cell.padEnd(14) : cell.padStart(at < 5 ? 9 : 14))).join(' '));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
