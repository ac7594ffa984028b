import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { containersOf, describeWithDocker, type Fixture } from '../docker/docker-fixture.ts';
import { disposeAfterEach, openSandbox, shell } from './live-fixture.ts';

describeWithDocker('the network of a live sandbox', suite, { keepsWarm: false });

const interfaces = 'ls /sys/class/net';

function suite(fixture: () => Fixture): void {
  disposeAfterEach();

  test('is absent by default', async () => {
    const sandbox = await openSandbox(fixture().engine);
    expect((await shell(sandbox, interfaces)).stdout).toBe('lo\n');
  });

  test('is that of a run if it is requested, and is removed with the sandbox', async () => {
    const { engine, docker, instanceId } = fixture();
    const sandbox = await openSandbox(engine, { network: 'full' });
    expect((await shell(sandbox, interfaces)).stdout).toContain('eth0');
    const roles = (await containersOf(docker, instanceId)).map(({ Labels }) => Labels['app.strongroom.role']);
    expect(roles.toSorted()).toEqual(['netns', 'sandbox']);
    const closed = 'exec 3<>/dev/tcp/192.168.0.1/80';
    expect(await shell(sandbox, `timeout 5 bash -c '${closed}'`)).not.toMatchObject({ exitCode: 0 });
    await sandbox.dispose();
    await until(async () => (await containersOf(docker, instanceId)).length === 0);
  });

  test('and its container are removed when the request ends while they boot', async () => {
    const { engine, docker, instanceId } = fixture();
    for (const afterMs of [50, 200, 400]) {
      const cancel = new AbortController();
      const opening = openSandbox(engine, { network: 'full' }, cancel.signal);
      setTimeout(() => cancel.abort(new Error('cancelled')), afterMs);
      await opening.then(
        (sandbox) => sandbox.dispose(),
        (error: Error) => expect(error.message).toBe('cancelled'),
      );
    }
    await until(async () => (await containersOf(docker, instanceId)).length === 0);
  });
}
