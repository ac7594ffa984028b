/** The code of packages can reach only the configured index and public addresses during the installation. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBaseImage } from '../../../../src-daemon/engine/docker/images/base-image.ts';
import { openInstallerNetwork } from '../../../../src-daemon/engine/docker/network/installer-network.ts';
import { bridgeAddress, type PackageIndex, startPackageIndex } from '../../../daemon/packages/package-index.ts';
import { buildSourceDistribution, buildWheel } from '../../../daemon/packages/wheels.ts';
import { canMakeFarHost, type FarHost, listenEverywhere, makeFarHost } from '../../../support/network/far-host.ts';
import { startNameServer } from '../../../support/network/name-server.ts';
import { until } from '../../../support/until.ts';
import { containersOf, describeWithDocker, type Fixture, jobOf, linkTo, silentLog } from '../docker-fixture.ts';
import { installPackage, removeLayers } from '../packages/install-package.ts';
import { asBackend, probing, reportOf, type Target } from '../packages/installer-programs.ts';

type Source = Readonly<Record<'indexUrl' | 'proxy', string>> | { indexUrl: string };

const isAble = canMakeFarHost();
if (!isAble) console.warn('SKIPPED, only root can make a network to try against: the network of an installer');

/** Every name resolves to a private address of this machine, where the index listens. */
const names = await startNameServer(await bridgeAddress().catch(() => '172.17.0.1'));
afterAll(names.stop);

const plan = {
  ...{ name: 'far3', network: '192.88.99', ownAddresses: ['169.254.169.254'] },
  privateAddresses: ['10.98.77.5', '172.29.77.5', '192.168.77.5', '100.100.77.5', '198.18.77.5'],
};
const options = { keepsWarm: false, nameServers: () => [names.at] };
if (isAble || process.env.CI === 'true') describeWithDocker('the code of a package during its build', attacks, options);

function attacks(fixture: () => Fixture): void {
  let far: FarHost;
  let index: PackageIndex;
  let url: string;

  beforeAll(async () => {
    index = await startPackageIndex();
    url = index.url.replace(/\/\/[^:]*/, '//index.test');
    index.publish(buildWheel({ name: 'plain', version: '1.0' }));
    await installPackage(fixture().engine, { packageManager: 'pip', name: 'plain', source: { indexUrl: url } });
    far = await makeFarHost(plan);
  });
  afterAll(async () => {
    await far?.remove();
    await index.stop();
  });

  async function probe(name: string, targets: readonly Target[], source: Source = { indexUrl: url }): Promise<unknown> {
    index.publish(buildSourceDistribution({ name, version: '1.0', backend: asBackend(probing(targets)) }));
    const lines: string[] = [];
    const order = { packageManager: 'pip', name, source } as const;
    await expect(installPackage(fixture().engine, order, lines)).rejects.toMatchObject({ fault: 'installer' });
    return reportOf(lines);
  }

  test('reaches public addresses, and the index by its name at a private address', { timeout: 120_000 }, async () => {
    expect(names.asked).toContain('index.test');
    expect(await probe('outward', [[far.address, far.port]])).toContainEqual([far.address, 'plain', 'hello from far']);
  });

  test('reaches no other private address', { timeout: 120_000 }, async () => {
    const host = await listenEverywhere();
    const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    const machine = [...own.map(({ address }) => address), '0.0.0.0', '::1', '::ffff:172.17.0.1', 'rebound.test'];
    const neighbour = await startNeighbour(fixture());
    const targets: Target[] = [
      ...machine.map((address) => [address, host.port] as const),
      ...far.privateAddresses.map((address) => [address, far.port] as const),
      ...neighbour.addresses.map((address) => [address, 7000] as const),
    ];
    try {
      // The targets can be reached from this machine.
      for (const address of far.ownAddresses) expect(await greet(address, host.port)).toBe('hello from the host');
      for (const address of far.privateAddresses) expect(await greet(address, far.port)).toBe('hello from far');
      expect(own.map(({ address }) => address)).toContain('169.254.169.254');
      expect(await probe('inward', targets)).toEqual([]);
      expect(host.count()).toBe(far.ownAddresses.length);
    } finally {
      await neighbour.stop();
      host.server.close();
    }
  });

  test('reaches only the proxy if there is one, and no name server', { timeout: 120_000 }, async () => {
    // The index also works as a proxy: a client sends whole addresses to it.
    const source = { indexUrl: 'http://packages.invalid/simple/', proxy: new URL(index.url).origin };
    const targets: Target[] = [far.address, 'elsewhere.test'].map((host) => [host, far.port]);
    expect(await probe('enclosed', targets, source)).toEqual([]);
    expect(names.asked).not.toContain('elsewhere.test');
  });

  test('leaves no container and no network behind', async () => {
    const { docker, engine, instanceId } = fixture();
    await removeLayers(engine);
    await engine.stop();
    expect(await containersOf(docker, instanceId)).toEqual([]);
    const filters = { label: [`app.strongroom.instance=${instanceId}`] };
    expect(await docker.listNetworks({ filters })).toEqual([]);
  });
}

describeWithDocker(
  'an engine that cannot close the network of an installer',
  (fixture) => {
    test('refuses the installation and leaves nothing', async () => {
      const { docker, instanceId } = fixture();
      const { Id: imageId } = await docker.getImage(await ensureBaseImage(docker, 'x86_64', () => {})).inspect();
      const names = { nameServers: () => [], lookup: async () => [] };
      const opening = openInstallerNetwork(
        { ...{ link: linkTo(docker), log: silentLog, instanceId, imageId }, ...names },
        { certificates: '' },
      );
      await expect(opening).rejects.toMatchObject({
        code: 'engine_unavailable',
        message: expect.stringContaining('cannot close private addresses to the installer'),
      });
      await until(async () => (await containersOf(docker, instanceId)).length === 0);
    });
  },
  { keepsWarm: false },
);

/** Starts a run that listens on port 7000. Returns the addresses of its container and of the bridge. */
async function startNeighbour({ engine, docker, instanceId }: Fixture) {
  const cancel = new AbortController();
  const up = Promise.withResolvers<void>();
  const code =
    'import socket\ns = socket.create_server(("", 7000))\nprint("up")\nwhile True: s.accept()[0].sendall(b"hello from next door")';
  const job = jobOf({ language: 'python', code, network: 'full', timeoutMs: 60_000 });
  const server = engine.run(job, { signal: cancel.signal, onOutput: () => up.resolve() });
  await Promise.race([up.promise, server]);
  const holders = (await containersOf(docker, instanceId)).filter(
    ({ Labels }) => Labels['app.strongroom.role'] === 'netns',
  );
  const addresses = holders.flatMap(({ NetworkSettings }) =>
    Object.values(NetworkSettings.Networks).flatMap(({ IPAddress, Gateway }) => [IPAddress, Gateway]),
  );
  expect(addresses).toHaveLength(2);
  const stop = async () => {
    cancel.abort();
    await server;
  };
  return { addresses, stop };
}

async function greet(host: string, port: number): Promise<string> {
  const socket = connect({ host, port });
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}
