/**
 * Gives each test file its own temporary folder (`setupFiles` of vitest.config.ts). All that the file and the
 * programs that it starts write to `tmpdir()` is in this folder. It is removed after the tests of the file.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, inject } from 'vitest';
import { instancesIn } from './instances.ts';
import { listProcesses } from './machine-leftovers.ts';
import { recordInRun } from './test-run.ts';

/** A process that takes longer is reported by the check at the end of the run. */
const exitLimitMs = 5000;
const pauseMs = 25;

const runFolder = tmpdir();
const folder = mkdtempSync(join(runFolder, 'strongroom-'));
// Some tests read their files as another user.
chmodSync(folder, 0o711);
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;

const { testPath = 'a file without a name' } = expect.getState();
recordInRun(runFolder, { testPath, folder, instances: [] });

// Hooks run in reverse order of registration, so this one runs after all hooks of the file.
afterAll(async () => {
  const instances = instancesIn(folder);
  recordInRun(runFolder, { testPath, folder, instances });
  // A daemon keeps its package volumes for the next start. A test's data folder has no next start.
  if (inject('engine') !== null) for (const instance of instances) await removeLayers(instance);
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
