/**
 * `node test/support/leftovers/leftovers.ts RUN_FOLDER [GRACE_MS] [FILE…]`, after the last test of a run: lists what the tests
 * left behind, removes it and exits with 1 if there was anything. Only what the run itself made counts, whatever else
 * runs. The folder of a test file in the arguments does not count: vitest calls no hook of a file that does not load, or
 * whose tests are all skipped, so nothing removed it.
 */
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLocalEngine } from '../../../scripts/engine/find-engine.ts';
import { readRecords, type TestFileRecord } from '../../../scripts/test/run-records.ts';
import { connectTo } from '../engine/connect-docker.ts';
import { listEngineLeftovers } from './engine-leftovers.ts';
import { instancesIn } from './instances.ts';
import type { Leftover } from './leftover.ts';
import { listMachineLeftovers } from './machine-leftovers.ts';

/** A process needs some time to exit, and the engine to remove a container after the daemon that had it has exited. */
const defaultGraceMs = 10_000;
const pauseMs = 250;

const [runFolder = '', graceMs = defaultGraceMs, ...filesWithoutHooks] = process.argv.slice(2);
const records = readRecords(runFolder).map(withInstancesOfFolder);

// Processes come first: they hold files open, and a daemon continues to create containers.
for (const { folder } of records.filter(({ testPath }) => filesWithoutHooks.includes(testPath)))
  rmSync(folder, { recursive: true, force: true });
await report(await remaining(async () => listMachineLeftovers(runFolder, records)));
const engine = await findLocalEngine();
if (engine !== undefined) {
  const docker = connectTo(engine.host);
  await report(await remaining(() => listEngineLeftovers(docker, records, runFolder)));
}

/** A test file that was interrupted recorded no instances, but its folder is still there. */
function withInstancesOfFolder(record: TestFileRecord): TestFileRecord {
  if (!existsSync(record.folder)) return record;
  return { ...record, instances: [...record.instances, ...instancesIn(record.folder)] };
}

/** Returns what is still there after the grace period. */
async function remaining(list: () => Promise<Leftover[]>): Promise<Leftover[]> {
  const until = Date.now() + Number(graceMs);
  for (;;) {
    const left = await list();
    if (left.length === 0 || Date.now() >= until) return left;
    await sleep(pauseMs);
  }
}

async function report(left: readonly Leftover[]): Promise<void> {
  for (const { description, remove, isFaultOfEngine } of left) {
    process.stderr.write(`LEFT BEHIND ${description}\n`);
    let isCounted = true;
    try {
      await remove();
    } catch (error) {
      process.stderr.write(`  and it cannot be removed: ${error}\n`);
      isCounted = !(await isFaultOfEngine?.(error));
      if (!isCounted) process.stderr.write('  which is a fault of the engine: no container uses it\n');
    }
    if (isCounted) process.exitCode = 1;
  }
}
