import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/support/built-bundle.ts', 'test/support/engine-presence.ts'],
    // Containers, Argon2 at 64 MiB and two cores: more at once only makes each test wait for the other.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/{shared,house,scripts,renderer,main}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        // Real daemons and real containers; the first of them may have to make the sandbox image.
        test: {
          name: 'daemon',
          include: ['test/{daemon,engine,cli,docs}/**/*.test.ts'],
          // The first package list makes the installer's image.
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        // A real Chromium on a real daemon.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        // A real Electron with a daemon of its own.
        test: {
          name: 'shell',
          include: ['test/shell/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
