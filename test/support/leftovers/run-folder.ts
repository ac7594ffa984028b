/**
 * Gives a run of vitest a temporary folder if `npm test` has not (`globalSetup` of vitest.config.ts): vitest calls no hook
 * of a file whose tests are all skipped or that cannot be imported, so that the folder of such a file stays.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isRunFolder, makeRunFolder, variablesOf } from '../../../scripts/test/run-folder.ts';

/** Vitest calls this before the first test. The folder is removed when vitest exits, also after SIGINT. */
export function setup(): void {
  if (isRunFolder(tmpdir())) return;
  const folder = makeRunFolder();
  Object.assign(process.env, variablesOf(folder));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
