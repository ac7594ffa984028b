import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { addPackage, listPackages, type PackageInfo } from '../../../src-shared/contracts/packages.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import type { ApiClient } from '../../support/api-client.ts';
import type { TestDaemon, TestUser } from '../../support/daemon/test-daemon.ts';
import type { PackageIndex } from './package-index.ts';
import { buildWheel } from './wheels.ts';

/** The packages once none of them is being installed; the test's own time limit ends the wait. */
export async function settled(client: ApiClient): Promise<PackageInfo[]> {
  for (;;) {
    const { packages } = await client.call(listPackages);
    if (packages.every(({ status }) => status !== 'installing')) return packages;
    await sleep(50);
  }
}

/** Returns the output of a program. */
export async function print(client: ApiClient, language: string, code: string): Promise<string> {
  const { stdout, stderr } = await client.call(execute, { body: { language, code } });
  return stdout + stderr;
}

/** An account whose pip knows the given index alone. */
export async function userOfIndex(daemon: TestDaemon, url: string): Promise<TestUser> {
  const user = await daemon.newUser();
  await user.client.call(updateSettings, { body: { installer: { pipIndexUrl: url } } });
  return user;
}

/** The installer image is made on first use, which no test's own time should have to hold. */
export async function installOnce(daemon: TestDaemon, index: PackageIndex): Promise<void> {
  index.publish(buildWheel({ name: 'warmup', version: '1.0' }));
  const { client } = await userOfIndex(daemon, index.url);
  await client.call(addPackage, { body: { language: 'python', name: 'warmup' } });
  const [installed] = await settled(client);
  if (installed?.status !== 'installed') throw new Error(installed?.error);
}
