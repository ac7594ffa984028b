import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provenFile } from '../../../scripts/test/run-folder.ts';
import type { ProvenEngines } from '../../../src-daemon/engine/docker/prepare-engine.ts';

const path = join(process.env.STRONGROOM_TEST_RUN ?? tmpdir(), provenFile);

/**
 * The engines that a file of this run has proved. A third of the containers of a run were canaries. The suites of
 * test/engine/docker/canary prove engines again, and so does each daemon that a test starts as a process.
 */
export const provenEngines: ProvenEngines = {
  has: (key) => existsSync(path) && readFileSync(path, 'utf8').split('\n').includes(key),
  add: (key) => appendFileSync(path, `${key}\n`),
};
