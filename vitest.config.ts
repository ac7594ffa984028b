import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/file-order.ts';
import { isFullTier } from './test/support/tier.ts';

/**
 * Three for two processors: a test file waits for containers and timers for more than a third of its time. The Docker engine
 * limits a machine with more processors. The full tier measures memory and durations, so it has fewer.
 */
const workers = isFullTier ? 2 : Math.min(4, Math.ceil(availableParallelism() * 1.5));

/** Suites that change addresses, routes or bridges of the machine: a browser ends its connections when one changes. */
const hostSuites = [
  'test/engine/docker/{egress,network}/*.test.ts',
  'test/engine/docker/link/restarted-engine*.test.ts',
  'test/engine/live/egress*.test.ts',
  'test/daemon/executions/network/sentinel*.test.ts',
  'test/scripts/start-engine*.test.ts',
];

/** Suites that replace a module of the daemon, which must not be loaded before them: they have a process of their own. */
const replacingSuites = ['test/daemon/mcp/conformance/*.test.ts'];

/** The files of the tier that runs: the tier is in a file's name, so that a suite is in exactly one of them. */
function filesOf(patterns: readonly string[], excluded: readonly string[] = []) {
  const include = patterns.map((pattern) => (isFullTier ? pattern.replace(/\.test\.ts$/, '.full.test.ts') : pattern));
  return { include, exclude: isFullTier ? [...excluded] : [...excluded, '**/*.full.test.ts'] };
}

/** The test files in these folders below test/. */
function suitesOf(...folders: string[]) {
  return filesOf(allIn(...folders), hostSuites);
}

function allIn(...folders: string[]): string[] {
  return folders.map((folder) => `test/${folder}/**/*.test.ts`);
}

const isolatedEngine = 'engine/{docker,embedded,init,installer,kernels,kubernetes,live,relay}';
const sharedEngine = 'engine/{credential,guest,java,pool,queue}';

/** The core reads the documentation; the full tier runs its commands. */
const [staticDocs, pastedDocs] = isFullTier ? [[], ['docs']] : [['docs'], []];

const runFolder = 'test/support/leftovers/run-folder.ts';
const ownFolder = 'test/support/leftovers/own-folder.ts';
const quickPasswords = 'test/support/daemon/quick-passwords.ts';
const globalSetup = [runFolder, 'test/support/daemon/built-bundle.ts', 'test/support/engine/engine-presence.ts'];

/** Real daemons and containers. A test is ended long after its usual duration, because the machine may be busy. */
const limits = { testTimeout: 120_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    // A wait for a condition ends with its test.
    expect: { poll: { timeout: 60_000 } },
    setupFiles: [ownFolder],
    projects: [
      {
        extends: true,
        // The rules, sources and texts of the project. They start no daemon, so `npm run check:static` runs them first.
        test: {
          name: 'static',
          ...suitesOf('house', ...staticDocs),
          ...limits,
          globalSetup: [runFolder],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          ...suitesOf('shared', 'scripts', 'renderer', 'main'),
          ...limits,
          globalSetup,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'daemon',
          ...filesOf(
            [...allIn('daemon', 'cli', 'clients', 'shared-node', sharedEngine), 'test/engine/*.test.ts'],
            [...hostSuites, ...replacingSuites],
          ),
          ...limits,
          globalSetup,
          setupFiles: [quickPasswords],
          isolate: false,
        },
      },
      {
        extends: true,
        // The engines themselves, and programs that the documentation shows.
        test: {
          name: 'engine',
          ...filesOf([...allIn(isolatedEngine, ...pastedDocs), ...replacingSuites], hostSuites),
          ...limits,
          globalSetup,
        },
      },
      {
        extends: true,
        // Real Chromium with a real daemon.
        test: { name: 'e2e', ...suitesOf('e2e'), ...limits, globalSetup },
      },
      {
        extends: true,
        // Real Electron, which starts its own daemon.
        test: { name: 'shell', ...suitesOf('shell'), ...limits, globalSetup },
      },
      {
        extends: true,
        // After all others, one file at a time.
        test: {
          name: 'hosts',
          ...filesOf(hostSuites),
          ...limits,
          globalSetup,
          setupFiles: [quickPasswords],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
