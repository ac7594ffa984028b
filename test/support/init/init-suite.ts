import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import { hasCommand } from '../../../scripts/engine/debian.ts';
import { buildInit } from './build-init.ts';
import { collect, type SessionOptions, startSession } from './init-session.ts';

const canRun = process.platform === 'linux' && hasCommand('gcc') && hasCommand('unshare');

/** Defines a suite that runs init on this machine. It is skipped without a C compiler, and fails then if CI=true. */
export function describeWithInit(name: string, suite: () => void): void {
  describe.skipIf(!canRun && process.env.CI !== 'true')(name, () => {
    beforeAll(async () => void (await buildInit()));
    suite();
  });
}

export type TestSession = Awaited<ReturnType<typeof startTestSession>>;

/** Starts init and a session for the current test. Init is stopped when the test has ended, and must have reported nothing. */
export async function startTestSession(options: SessionOptions = {}) {
  const init = await startSession(options);
  onTestFinished(async () => {
    await init.stop();
    expect(await init.ended).toBe('');
  });
  return { init, channels: collect(init) };
}
