/**
 * `node test/support/leftovers.ts RUN_FOLDER [GRACE_MS]`, after the last test of a run: lists what the tests left behind,
 * removes it and exits with 1 if there was anything. Only what the run itself made counts, whatever else runs.
 */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findEngine } from '../../scripts/find-engine.mjs';
import { connectTo } from './connect-docker.ts';
import { listEngineLeftovers } from './engine-leftovers.ts';
import { listMachineLeftovers } from './machine-leftovers.ts';
import { type Leftover, readRecords } from './test-run.ts';

/** The engine removes a container some time after the daemon that had it has exited. */
const defaultGraceMs = 10_000;
const pauseMs = 250;

const [runFolder = '', graceMs = defaultGraceMs] = process.argv.slice(2);
const records = readRecords(runFolder);
const engine = await findEngine();
const startedAt = statSync(runFolder).birthtimeMs;
const docker = engine && connectTo(engine.host);

let left = await listLeftovers();
for (const until = Date.now() + Number(graceMs); left.length > 0 && Date.now() < until; left = await listLeftovers())
  await sleep(pauseMs);
for (const { description, remove } of left) {
  process.stderr.write(`LEFT BEHIND ${description}\n`);
  await remove().catch((error: unknown) => process.stderr.write(`  and it cannot be removed: ${error}\n`));
}
process.exitCode = left.length === 0 ? 0 : 1;

async function listLeftovers(): Promise<Leftover[]> {
  const ofEngine = docker ? await listEngineLeftovers(docker, records, startedAt) : [];
  // Processes come first: they hold files, and a daemon makes containers.
  return [...listMachineLeftovers(runFolder, records), ...ofEngine];
}
