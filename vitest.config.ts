import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/file-order.ts';
import { isFullTier } from './test/support/tier.ts';

/**
 * Three for two processors: a test file waits for containers and timers for more than a third of its time. The Docker engine
 * limits a machine with more processors. The full tier measures memory and durations, so it has fewer.
 */
const coreWorkers = Math.min(4, Math.ceil(availableParallelism() * 1.5));

/**
 * Returns the patterns of the test files of these folders below test/ that belong to the tier. The tier is in the file's
 * name, so that a suite is in exactly one of them.
 */
function suitesOf(...folders: string[]) {
  const matching = (pattern: string) => folders.map((folder) => `test/${folder}/**/${pattern}`);
  if (isFullTier) return { include: matching('*.full.test.ts') };
  return { include: matching('*.test.ts'), exclude: matching('*.full.test.ts') };
}

export default defineConfig({
  test: {
    globalSetup: [
      'test/support/leftovers/run-folder.ts',
      'test/support/daemon/built-bundle.ts',
      'test/support/engine/engine-presence.ts',
    ],
    setupFiles: ['test/support/leftovers/own-folder.ts'],
    maxWorkers: isFullTier ? 2 : coreWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          ...suitesOf('shared', 'house', 'scripts', 'renderer', 'main'),
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // Real daemons and containers. The first test may have to build the sandbox image.
        test: {
          name: 'daemon',
          ...suitesOf('daemon', 'engine', 'cli', 'docs', 'clients'),
          setupFiles: ['test/support/daemon/quick-passwords.ts'],
          // The first package list builds the installer's image.
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        // Real Chromium with a real daemon.
        test: {
          name: 'e2e',
          ...suitesOf('e2e'),
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        // Real Electron, which starts its own daemon.
        test: {
          name: 'shell',
          ...suitesOf('shell'),
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
