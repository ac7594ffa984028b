/**
 * Gives each test file its own temporary folder (`setupFiles` of vitest.config.ts). All that the file and the
 * programs that it starts write to `tmpdir()` is in this folder. It is removed after the tests of the file. Records
 * whether the file starts anything: a file that does not never fails because of a slow machine (second-look.ts).
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { recordInRun } from '../../../scripts/test/run-records.ts';
import { runCleanUps } from './clean-ups.ts';
import { instancesIn } from './instances.ts';
import { listProcesses } from './machine-leftovers.ts';

/** A process that takes longer is reported by the check at the end of the run. */
const exitLimitMs = 5000;
const pauseMs = 25;

/** Node's channels of what a file can start. A worker's connection to vitest is on none of them. */
const startChannels = ['child_process', 'worker_threads', 'net.client.socket', 'net.server.socket'];

// Files without isolation share a process, in which TMPDIR is the folder of the file before.
const runFolder = process.env.STRONGROOM_TEST_RUN ?? tmpdir();
const folder = mkdtempSync(join(runFolder, 'strongroom-'));
// Some tests read their files as another user.
chmodSync(folder, 0o711);
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;

const { testPath = 'a file without a name' } = expect.getState();
recordInRun(runFolder, { testPath, folder, instances: [] });
for (const channel of startChannels) subscribe(channel, noteStart);

function noteStart(): void {
  stopNoting();
  recordInRun(runFolder, { testPath, folder, instances: [], isStarting: true });
}

function stopNoting(): void {
  for (const channel of startChannels) unsubscribe(channel, noteStart);
}

// Hooks run in reverse order of registration, so these run after all hooks of the file.
afterEach(() => runCleanUps('test'));
afterAll(async () => {
  await runCleanUps('file');
  stopNoting();
  const instances = instancesIn(folder);
  recordInRun(runFolder, { testPath, folder, instances });
  // A daemon keeps its package volumes for the next start. A test's data folder has no next start.
  if (inject('engine')) for (const instance of instances) await removeLayers(instance);
  await processesToExit();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits for processes such as the helpers of a browser, which still write to its profile after it has exited. */
async function processesToExit(): Promise<void> {
  const giveUpAt = Date.now() + exitLimitMs;
  while (listProcesses(folder).length > 0 && Date.now() < giveUpAt) await sleep(pauseMs);
}

async function removeLayers(instance: string): Promise<void> {
  // Imported here because it takes a quarter of a second, and most test files do not use the engine.
  const { dockerOfTests, listLayers } = await import('../engine/docker.ts');
  for (const layer of await listLayers(instance)) await dockerOfTests().getVolume(layer).remove();
}
