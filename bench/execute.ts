/**
 * Measures a trivial program: through our API (a warm daemon, real HTTP), with a hardened `docker run --rm` of the same
 * image, with `docker exec` in an idle container, and with the interpreter of that image run directly on this machine.
 * The runs are interleaved, so that other load of the machine affects all of them equally.
 * `npm run bench:execute -- [--runs 30] [--burst 20]`
 */
import { parseArgs } from 'node:util';
import { openBare } from './measure/bare.ts';
import { startBenchDaemon } from './measure/bench-daemon.ts';
import { describeBare, describeMachine } from './measure/machine.ts';
import { percentile, ratioText } from './measure/percentile.ts';
import { type Subject, startIdleContainer, subjectsOf } from './measure/subjects.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '30' }, burst: { type: 'string', default: '20' } },
});
const runs = Number(values.runs);
const burst = Number(values.burst);
const languages = ['python', 'javascript', 'bash'];
const warmups = 3;

const daemon = await startBenchDaemon();
const idle = await startIdleContainer(daemon);
const opened = await openBare(daemon.imageId, daemon.dockerHost);
const bare = typeof opened === 'string' ? undefined : opened;
const targets = { daemon, idle, bare };
try {
  print(await describeMachine(daemon));
  print(describeBare(opened));
  print(`\none after the other, ${runs} of each, interleaved; milliseconds\n`);
  printRow(['language', 'subject', 'p50', 'p95', 'x bare p50', 'x docker run p50']);
  for (const language of languages) await compareSubjects(language);
  print(`\n${burst} at once; milliseconds until the last has ended, and runs a second\n`);
  printRow(['language', 'subject', 'p50', 'p95', 'all', 'runs/s']);
  for (const language of languages) await compareAtOnce(language);
} finally {
  bare?.remove();
  await idle.remove();
  await daemon.stop();
}

async function compareSubjects(language: string): Promise<void> {
  const subjects = subjectsOf(language, targets);
  const times = new Map<string, number[]>(subjects.map((subject) => [subject.name, []]));
  for (let round = -warmups; round < runs; round++)
    for (const subject of rotated(subjects, round)) {
      const ms = await timed(subject);
      if (round >= 0) times.get(subject.name)?.push(ms);
    }
  const p50 = (name: string) => percentile(times.get(name) ?? [], 50);
  for (const { name } of subjects) {
    const own = times.get(name) ?? [];
    const ratios = ['bare', 'docker run'].map((other) => ratioText(p50(name), p50(other)));
    printRow([language, name, percentile(own, 50).toFixed(1), percentile(own, 95).toFixed(1), ...ratios]);
  }
}

async function compareAtOnce(language: string): Promise<void> {
  for (const subject of subjectsOf(language, targets)) {
    const startedAt = performance.now();
    const own = await Promise.all(Array.from({ length: burst }, () => timed(subject)));
    const allMs = performance.now() - startedAt;
    const figures = [percentile(own, 50), percentile(own, 95), allMs, (burst / allMs) * 1000];
    printRow([language, subject.name, ...figures.map((figure) => figure.toFixed(1))]);
  }
}

/** Milliseconds of one run; a wrong answer ends the benchmark, because a fast one is worth nothing. */
async function timed({ run, name }: Subject): Promise<number> {
  const startedAt = performance.now();
  const output = await run();
  const ms = performance.now() - startedAt;
  if (output.trim() !== '42') throw new Error(`${name} answered ${JSON.stringify(output)}`);
  return ms;
}

/** Each round begins with another subject, so that none always follows the same one. */
function rotated<T>(list: readonly T[], by: number): T[] {
  const start = ((by % list.length) + list.length) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

function printRow(cells: string[]): void {
  print(cells.map((cell, at) => (at < 2 ? cell.padEnd(12) : cell.padStart(at < 4 ? 9 : 18))).join(' '));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
