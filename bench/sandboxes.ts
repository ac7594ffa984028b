/**
 * Measures the goals of live sandboxes (docs/sandboxes.md) as ratios within one benchmark: a sandbox with its first cell
 * next to a hot run, cold next to a hardened `docker run --rm`; a command next to `docker exec`; a cell next to a hot run;
 * many cells next to as many runs; a large upload next to `docker exec -i cat`. Both sides are taken in turns. Linux only.
 * `npm run bench:sandboxes -- [--rounds 30] [--cells 1000] [--uploads 5]`
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { type BenchDaemon, startBenchDaemon } from './measure/bench-daemon.ts';
import { describeMachine } from './measure/machine.ts';
import { type IdleContainer, startIdleContainer, subjectsOf } from './measure/subjects.ts';
import { makeTemporaryFolder } from './measure/temporary-folder.ts';
import { interleave, p50, print, printGoal, printTimes, type Way } from './sandboxes/goals.ts';
import { measureGrowth } from './sandboxes/memory-growth.ts';
import { type BenchSandbox, createBenchSandbox } from './sandboxes/sandbox-client.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    cells: { type: 'string', default: '1000' },
    uploads: { type: 'string', default: '5' },
  },
});
const rounds = Number(values.rounds);
const cells = Number(values.cells);
const uploads = Number(values.uploads);
/** Long enough for the pool to refill: the pause of a person, and of most agents. */
const thinkMs = 500;
const uploadMb = 100;
/** The comparison has as much memory and disk as the sandbox of the upload. */
const uploadSize = { memoryMb: 1024, workMb: 256 };

const daemon = await startBenchDaemon();
const cold = await startBenchDaemon(['--no-warm']);
const idle = await startIdleContainer(daemon, uploadSize);
const pause = () => sleep(thinkMs);
try {
  print(await describeMachine(daemon));
  await measureCreation();
  const sandbox = await createBenchSandbox(daemon);
  await measureCommands(sandbox);
  await measureCells(sandbox);
  await measureManyCells(sandbox);
  await sandbox.remove();
  await measureUpload();
} finally {
  await idle.remove();
  await cold.stop();
  await daemon.stop();
}

async function measureCreation(): Promise<void> {
  print(`\na sandbox is created and runs its first cell; ${thinkMs} ms of pause before each of our own`);
  const dockerRun = subjectsOf('python', { daemon, idle, bare: undefined }).find(({ name }) => name === 'docker run');
  const times = await interleave(
    [
      { ...hotRun(), prepare: pause },
      createAndRun('create + first cell', daemon),
      createAndRun('create + first cell, cold', cold),
      { name: 'docker run', run: async () => requireAnswer(await dockerRun?.run()) },
    ],
    rounds,
  );
  printTimes(times);
  const created = p50(times, 'create + first cell') / p50(times, 'hot /execute');
  printGoal('create + first cell / hot /execute', { value: created, limit: 2 });
  const coldRatio = p50(times, 'create + first cell, cold') / p50(times, 'docker run');
  printGoal('create + first cell, cold / docker run', { value: coldRatio, limit: 1 });
}

async function measureCommands(sandbox: BenchSandbox): Promise<void> {
  print('\n`true` in an existing sandbox');
  const times = await interleave(
    [
      { name: 'process', run: async () => requireAnswer((await sandbox.runCommand('true')) === 0 ? '42' : 'failed') },
      { name: 'docker exec', run: async () => void (await docker('exec', idle.id, '/bin/true')) },
    ],
    rounds,
  );
  printTimes(times);
  printGoal('process / docker exec', { value: p50(times, 'process') / p50(times, 'docker exec'), limit: 0.3 });
}

async function measureCells(sandbox: BenchSandbox): Promise<void> {
  print(`\nthe cell \`x\`; ${thinkMs} ms of pause before each`);
  await sandbox.runCell('x = 42');
  const cell = { name: 'cell', run: async () => requireAnswer(await sandbox.runCell('x')) };
  const ways = [cell, hotRun()].map((way) => ({ ...way, prepare: pause }));
  const times = await interleave(ways, rounds);
  printTimes(times);
  printGoal('cell / hot /execute', { value: p50(times, 'cell') / p50(times, 'hot /execute'), limit: 0.5 });
}

/** One after the other, without a pause. */
async function measureManyCells(sandbox: BenchSandbox): Promise<void> {
  print(`\n${cells} cells, and ${cells} runs, one after the other`);
  const kernelBefore = await sandbox.memoryMib();
  const startedAt = performance.now();
  const growth = await measureGrowth(daemon.pid, () => repeat(cells, async () => sandbox.runCell('x')));
  const cellsMs = performance.now() - startedAt;
  const kernelGrowth = (await sandbox.memoryMib()) - kernelBefore;
  const atRestMib = await growth.atRestMib();
  const runsMs = await timeOf(() => repeat(cells, hotRun().run));
  print(`  cells ${(cellsMs / 1000).toFixed(1)} s, runs ${(runsMs / 1000).toFixed(1)} s`);
  printGoal(`${cells} cells / ${cells} runs`, { value: cellsMs / runsMs, limit: 0.25 });
  print(`  the daemon grew by ${growth.afterMib.toFixed(1)} MiB, with garbage`);
  printGoal('growth of the daemon, at rest', { value: atRestMib, limit: 16, unit: 'MiB' });
  printGoal('growth of the sandbox', { value: kernelGrowth, limit: 16, unit: 'MiB' });
}

async function measureUpload(): Promise<void> {
  print(`\nan upload of ${uploadMb} MB`);
  const folder = makeTemporaryFolder('bench-upload');
  const file = join(folder.path, 'upload.bin');
  const sizeBytes = uploadMb * 1_000_000;
  writeFileSync(file, randomBytes(sizeBytes));
  const sandbox = await createBenchSandbox(daemon, { memoryMb: uploadSize.memoryMb, diskMb: uploadSize.workMb });
  const upload = async () => {
    if ((await sandbox.upload(file, 'upload.bin')) !== sizeBytes) throw new Error('the upload has another size');
  };
  const growth = await measureGrowth(daemon.pid, () => repeat(uploads, upload));
  const times = await interleave(
    [
      { name: 'upload', run: upload },
      { name: 'docker exec -i cat', run: () => copyByDocker(idle, file) },
    ],
    uploads,
  );
  await sandbox.remove();
  folder.remove();
  printTimes(times);
  const ratio = p50(times, 'upload') / p50(times, 'docker exec -i cat');
  printGoal('upload / docker exec -i cat', { value: ratio, limit: 1.5 });
  printGoal('growth of the daemon during uploads', { value: growth.peakMib, limit: 32, unit: 'MiB' });
}

function createAndRun(name: string, target: BenchDaemon): Way {
  let last: BenchSandbox | undefined;
  const removeLast = async () => {
    await last?.remove();
    last = undefined;
  };
  return {
    name,
    // The previous sandbox holds memory and a run slot.
    prepare: () => removeLast().then(pause),
    finish: removeLast,
    run: async () => {
      last = await createBenchSandbox(target);
      requireAnswer(await last.runCell('6 * 7'));
    },
  };
}

function hotRun(): Way {
  return { name: 'hot /execute', run: async () => requireAnswer(await daemon.execute('python', 'print(6 * 7)')) };
}

async function copyByDocker({ id }: IdleContainer, file: string): Promise<void> {
  const copy = ['exec', '-i', id, '/bin/sh', '-c', 'cat > /work/upload.bin'];
  await execa('docker', copy, { env: { DOCKER_HOST: daemon.dockerHost }, inputFile: file });
}

async function docker(...args: string[]): Promise<string> {
  return (await execa('docker', args, { env: { DOCKER_HOST: daemon.dockerHost } })).stdout;
}

async function repeat(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done++) await act();
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function requireAnswer(output: string | undefined): void {
  if (output?.trim() !== '42') throw new Error(`the answer is ${JSON.stringify(output)}`);
}
