/** Packages that a sandbox has for itself, once on real parts; the rest: packages.full.test.ts. */
import { beforeAll, expect, test } from 'vitest';
import { createSandbox, listSandboxes } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { openSandbox } from '../../support/sandboxes/api-sandbox.ts';
import { packageIndexOfSuite } from '../packages/package-index.ts';
import { installOnce, userOfIndex } from '../packages/settled.ts';

describeWithEngine('packages of a sandbox', () => {
  const daemon = testDaemonOfFile();
  const index = packageIndexOfSuite({ name: 'plain', version: '1.0' });
  beforeAll(() => installOnce(daemon(), index()));

  const listed = async (client: ApiClient) => (await client.call(listSandboxes)).sandboxes;
  const openStream = (client: ApiClient, body: object, path: string = createSandbox.path) =>
    openEventStream(daemon().url, { method: 'POST', path, headers: client.credential, body });

  test('are shown in the event stream of the creation while they are installed', async () => {
    const { client } = await userOfIndex(daemon(), index().url);
    const stream = await openStream(client, { withPackages: ['plain==1.0'] }, `${createSandbox.path}/stream`);
    const events = await stream.rest();
    expect(events[0]).toMatchObject({ event: 'installing', data: { packages: ['plain ==1.0'] } });
    expect(events.filter(({ event }) => event === 'install_log').length).toBeGreaterThan(0);
    const own = [{ name: 'plain', version: '1.0' }];
    expect(events.at(-2)).toMatchObject({ event: 'installed', data: { packages: own } });
    const { id } = (await listed(client))[0] ?? {};
    expect(events.at(-1)).toMatchObject({ event: 'created', data: { id, withPackages: own } });
    const again = await (await openStream(client, {})).rest();
    expect(again).toMatchObject([{ event: 'created', data: { packages: 0 } }]);
    expect(again[0]?.data).not.toHaveProperty('withPackages');
    const cached = await openSandbox(client, { withPackages: ['plain==1.0'] });
    expect(await cached.run({ shell: 'python3 -c "import plain; print(plain.VERSION)"' })).toMatchObject({
      stdout: '1.0\n',
    });
  });
});
