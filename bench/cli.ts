/**
 * Measures `strongroom --version` and `strongroom run` of a trivial program, as a process of its own, with a hardened `docker
 * run --rm` of the same image, with a request to the API, with the python3 of that image run directly on this machine, and
 * with the start of Node alone. The runs are interleaved, so that other load of the machine affects all of them equally, with
 * a pause before each, so that none pays for the containers that another one leaves to be removed or made. The command is
 * started as npm links it, with its compile cache filled by the first rounds.
 * `npm run bench:cli -- [--runs 30] [--pause 1500]`
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { openBare } from './measure/bare.ts';
import { startBenchDaemon } from './measure/bench-daemon.ts';
import { describeBare, describeMachine } from './measure/machine.ts';
import { percentile, ratioText } from './measure/percentile.ts';
import { startIdleContainer, subjectsOf } from './measure/subjects.ts';
import { makeTemporaryFolder } from './measure/temporary-folder.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '30' }, pause: { type: 'string', default: '1500' } },
});
const runs = Number(values.runs);
/** Long enough for the pool to refill: the pause of a person, and of most agents. */
const pauseMs = Number(values.pause);
const warmups = 3;
const command = join(import.meta.dirname, '../scripts/strongroom');

const names = { run: 'strongroom run', version: 'strongroom --version', node: 'node -e 0', api: 'our API' };

interface Measured {
  name: string;
  run(): Promise<string>;
}

const folder = makeTemporaryFolder('bench-cli');
const daemon = await startBenchDaemon();
const idle = await startIdleContainer(daemon);
const opened = await openBare(daemon.imageId, daemon.dockerHost);
const bare = typeof opened === 'string' ? undefined : opened;
try {
  print(await describeMachine(daemon));
  print(describeBare(opened));
  print(`\none after the other, ${runs} of each, interleaved, ${pauseMs} ms of pause before each; milliseconds\n`);
  printRow(['', 'p50', 'p95', 'x bare python3', 'x docker run']);
  await compare(listSubjects());
} finally {
  bare?.remove();
  await idle.remove();
  await daemon.stop();
  folder.remove();
}

function listSubjects(): Measured[] {
  const file = join(folder.path, 'answer.py');
  writeFileSync(file, 'print(6 * 7)\n');
  const env = {
    STRONGROOM_API_KEY: daemon.apiKey,
    XDG_CONFIG_HOME: folder.path,
    XDG_CACHE_HOME: join(folder.path, 'cache'),
  };
  const start = async (program: string, ...args: string[]) =>
    (await execa(program, args, { env, stdin: 'ignore', cwd: folder.path })).stdout;
  const strongroom = (...args: string[]) => start(command, '--data-dir', daemon.dataDir, ...args);
  const answered = (output: string) => (output === '' ? '' : '42');
  const others = subjectsOf('python', { daemon, idle, bare }).filter(({ name }) => name !== 'idle + exec');
  return [
    ...others.map(({ name, run }) => ({ name: name === 'bare' ? 'bare python3' : name, run })),
    { name: names.run, run: () => strongroom('run', file) },
    { name: 'strongroom run --help', run: async () => answered(await strongroom('run', '--help')) },
    { name: names.version, run: async () => answered(await start(command, '--version')) },
    { name: names.node, run: async () => `${await start(process.execPath, '-e', '0')}42` },
  ];
}

async function compare(subjects: readonly Measured[]): Promise<void> {
  const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = -warmups; round < runs; round++)
    for (const { name, run } of subjects) {
      await sleep(pauseMs);
      const startedAt = performance.now();
      const output = await run();
      // A wrong answer ends the benchmark, because a fast one is worth nothing.
      if (output.trim() !== '42') throw new Error(`${name} answered ${JSON.stringify(output)}`);
      if (round >= 0) times.get(name)?.push(performance.now() - startedAt);
    }
  const p50 = (name: string) => percentile(times.get(name) ?? [], 50);
  for (const [name, own] of times) {
    const ratios = ['bare python3', 'docker run'].map((other) => ratioText(p50(name), p50(other)));
    printRow([name, percentile(own, 50).toFixed(0), percentile(own, 95).toFixed(0), ...ratios]);
  }
  print('');
  printGoal('strongroom --version / node -e 0', ratioText(p50(names.version), p50(names.node)), 1.6);
  printGoal('strongroom run / docker run', ratioText(p50(names.run), p50('docker run')), 0.4);
  printGoal('(strongroom run - API) / node -e 0', ratioText(p50(names.run) - p50(names.api), p50(names.node)), 2);
}

function printGoal(name: string, ratio: string, max: number): void {
  print(`${name.padEnd(36)} ${ratio.padStart(6)}   goal: at most ${max}`);
}

function printRow([name = '', ...cells]: string[]): void {
  print([name.padEnd(22), ...cells.map((cell, at) => cell.padStart(at < 2 ? 8 : 16))].join(' '));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
