/** `strongroom cluster allow`: the owner's password turns it on, an API key does not. */
import { beforeAll, expect, it } from 'vitest';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { readSettings } from '../../../src-shared/contracts/settings.contract.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';
import { clusterName, runInCluster } from '../../support/engine/cluster-engine.ts';
import { commandWithDaemon, type TestCommand } from '../command.ts';

const fixture = commandWithDaemon();
let command: TestCommand;
let user: TestUser;

beforeAll(async () => {
  runInCluster(fixture.daemon().core.engine);
  ({ command, user } = await fixture.forNewUser());
});

const isAllowed = async () => (await user.client.call(readSettings)).cluster.allowed;

it('a run is refused with the command that allows it, which asks for the password', async () => {
  const refused = await command.run(['exec', 'python', 'print(1)']);
  expect(refused).toMatchObject({ exitCode: 77, stdout: '' });
  expect(refused.stderr).toContain('strongroom cluster allow on');
  expect(refused.stderr).toContain(clusterName);
  expect(await command.run(['cluster', 'allow', 'on'], { input: 'not the password\n' })).toMatchObject({
    exitCode: 77,
  });
  expect(await isAllowed()).toBe(false);
  const turned = await command.run(['cluster', 'allow', 'on'], { input: `${user.password}\n` });
  expect(turned.exitCode).toBe(0);
  expect(turned.stdout).toContain(`Programs run in the cluster ${clusterName}, not on this machine.`);
  expect(await isAllowed()).toBe(true);
  expect(await user.client.call(execute, { body: { language: 'python', code: 'print(1)' } })).toMatchObject({
    place: 'cluster',
  });
});

it('is turned off in the same way, and is in the help of the program', async () => {
  const turned = await command.run(['cluster', 'allow', 'off', '--json'], { input: `${user.password}\n` });
  expect(JSON.parse(turned.stdout)).toEqual({ allowed: false });
  expect(await isAllowed()).toBe(false);
  expect((await command.run(['--help'])).stdout).toMatch(/^ {2}cluster/m);
});
