import { beforeAll, describe } from 'vitest';
import { hasCommand } from '../../../scripts/engine/debian.ts';
import { buildInit } from './build-init.ts';

const canRun = process.platform === 'linux' && hasCommand('gcc') && hasCommand('unshare');

/** Defines a suite that runs init on this machine. It is skipped without a C compiler, and fails then if CI=true. */
export function describeWithInit(name: string, suite: () => void): void {
  describe.skipIf(!canRun && process.env.CI !== 'true')(name, () => {
    beforeAll(async () => void (await buildInit()));
    suite();
  });
}
