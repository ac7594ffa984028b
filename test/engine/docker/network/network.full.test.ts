import { createSocket, type Socket } from 'node:dgram';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBaseImage } from '../../../../src-daemon/engine/docker/images/base-image.ts';
import { ensureSandboxImage } from '../../../../src-daemon/engine/docker/images/sandbox-image.ts';
import { createHolderReader, encodeHolderFrame } from '../../../../src-daemon/engine/docker/network/holder-frames.ts';
import { holderOptions } from '../../../../src-daemon/engine/docker/network/network-options.ts';
import { openRunNetwork } from '../../../../src-daemon/engine/docker/network/run-network.ts';
import { createDemultiplexer } from '../../../../src-daemon/engine/docker/sandbox/demultiplex.ts';
import { bootContainer } from '../../../../src-daemon/engine/docker/sandbox/sandbox.ts';
import { canMakeFarHost, type FarHost, listenEverywhere, makeFarHost } from '../../../support/network/far-host.ts';
import { startNameServer } from '../../../support/network/name-server.ts';
import { until } from '../../../support/until.ts';
import {
  containersOf,
  describeWithDocker,
  type Fixture,
  jobOf,
  linkTo,
  resourcesDir,
  run,
  silentLog,
} from '../docker-fixture.ts';
import { caster, prober } from './network-programs.ts';

const isAble = canMakeFarHost();
if (!isAble) console.warn('SKIPPED, only root can make a network to try against: a run with the network');

const names = await startNameServer('203.0.113.2');
afterAll(names.stop);

const options = { keepsWarm: false, nameServers: () => [names.at] };
if (isAble || process.env.CI === 'true') describeWithDocker('a run with the network', runWithTheNetwork, options);

function runWithTheNetwork(fixture: () => Fixture): void {
  let far: FarHost;
  beforeAll(async () => {
    far = await makeFarHost();
  });
  afterAll(() => far?.remove());

  const probe = async (targets: readonly (readonly [string, number])[]) => {
    const stdin = JSON.stringify(targets);
    const job = { language: 'python', code: prober, stdin, network: 'full', timeoutMs: 120_000 } as const;
    const { stdout, stderr } = await run(fixture().engine, job);
    expect(stderr).toBe('');
    const lines = stdout.trim().split('\n');
    expect(lines.pop()).toBe('done');
    return lines.map((line) => JSON.parse(line) as [string, string, string]);
  };

  // This test is the first of the file, so there is no bridge yet. Docker allows several networks of one name.
  test('shares one bridge with runs that start at the same time', async () => {
    const job = { language: 'bash', code: 'echo in', network: 'full' } as const;
    const results = await Promise.all([1, 2, 3, 4].map(() => run(fixture().engine, job)));
    expect(results.map(({ stdout }) => stdout)).toEqual(Array(4).fill('in\n'));
    const filters = { label: [`app.strongroom.instance=${fixture().instanceId}`] };
    expect(await fixture().docker.listNetworks({ filters })).toHaveLength(1);
  });

  test('reaches a public address', async () => {
    expect(await probe([[far.address, far.port]])).toContainEqual([far.address, 'plain', 'hello from far']);
  });

  test('reaches no service of this machine, by IPv4 or IPv6', async () => {
    const host = await listenEverywhere();
    const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    const addresses = [
      ...own.map(({ address }) => address),
      ...far.ownAddresses,
      '0.0.0.0',
      '::1',
      '::ffff:172.17.0.1',
    ];
    try {
      // The targets exist: without the network rules they are reachable.
      for (const address of far.ownAddresses) expect(await greet(address, host.port)).toBe('hello from the host');
      expect(await probe([...new Set(addresses)].map((address) => [address, host.port] as const))).toEqual([]);
      expect(host.count()).toBe(far.ownAddresses.length);
    } finally {
      host.server.close();
    }
  });

  test('reaches no neighbour on a link of this machine, whose address is public', async () => {
    expect(await greet(far.neighbour, far.port)).toBe('hello from far');
    expect(await probe([[far.neighbour, far.port]])).toEqual([]);
  });

  test('reaches no private range and no metadata address', async () => {
    for (const address of far.privateAddresses) expect(await greet(address, far.port)).toBe('hello from far');
    expect(await probe(far.privateAddresses.map((address) => [address, far.port] as const))).toEqual([]);
  });

  test('reaches no other container', async () => {
    const { engine, docker, instanceId } = fixture();
    const cancel = new AbortController();
    const up = Promise.withResolvers<void>();
    const code =
      'import socket\ns = socket.create_server(("", 7000))\nprint("up")\nwhile True: s.accept()[0].sendall(b"hello from next door")';
    const server = engine.run(jobOf({ language: 'python', code, network: 'full', timeoutMs: 60_000 }), {
      signal: cancel.signal,
      onOutput: () => up.resolve(),
    });
    await Promise.race([up.promise, server]);
    const holders = (await containersOf(docker, instanceId)).filter(
      ({ Labels }) => Labels['app.strongroom.role'] === 'netns',
    );
    const addresses = holders.flatMap(({ NetworkSettings }) =>
      Object.values(NetworkSettings.Networks).flatMap(({ IPAddress, Gateway }) => [IPAddress, Gateway]),
    );
    const reached = await probe(addresses.map((address) => [address, 7000] as const));
    cancel.abort();
    await server;
    expect(addresses).toHaveLength(2);
    expect(reached).toEqual([]);
  });

  test('cannot send broadcast or multicast datagrams to this machine', async () => {
    const [socket, port, heard] = await listenForDatagrams();
    try {
      const gateways = ['172.17.0.1', '172.18.0.1', '172.19.0.1', '203.0.113.1', '203.0.113.7'];
      const stdin = JSON.stringify([
        ['255.255.255.255', '224.0.0.1', '239.1.2.3', '172.18.255.255', ...gateways],
        port,
      ]);
      const job = { language: 'python', code: caster, stdin, network: 'full', timeoutMs: 60_000 } as const;
      expect(await run(fixture().engine, job)).toMatchObject({ stdout: 'done\n', stderr: '' });
      socket.send('control', port, '203.0.113.1');
      await until(() => heard.length > 0);
      expect(heard).toEqual(['control']);
    } finally {
      socket.close();
    }
  });

  test('resolves names with the name servers of this machine, which it cannot reach directly', async () => {
    const code = `
import socket
print(socket.gethostbyname('public.test'))
print(socket.create_connection(('public.test', ${far.port})).recv(99).decode())
s = socket.create_connection(('127.0.0.11', 53)); q = bytes.fromhex('abcd01000001000000000000') + b'\\x04line\\x04test\\0\\0\\1\\0\\1'
s.sendall(len(q).to_bytes(2) + q); print(s.recv(512)[-4:].hex())`;
    const result = await run(fixture().engine, { language: 'python', code, network: 'full' });
    expect(result).toMatchObject({ stdout: '203.0.113.2\nhello from far\ncb007102\n', stderr: '' });
    expect(names.asked).toContain('public.test');
    expect(names.asked).toContain('line.test');
  });

  test('cannot change its network', async () => {
    const code = `
import os, socket
print([line for line in open('/proc/self/status') if line.startswith('CapEff')][0].split()[1])
def refused(what, attempt):
  try: attempt(); print('NOT REFUSED', what)
  except OSError as error: print(what, os.strerror(error.errno))
refused('raw', lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))
refused('packet', lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0))
refused('ipv6', lambda: open('/proc/sys/net/ipv6/conf/all/disable_ipv6', 'w').write('0'))
s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
# RTM_DELROUTE of 10.0.0.0/8
m = bytes([2, 8, 0, 0, 254, 0, 0, 0, 0, 0, 0, 0]) + bytes([8, 0, 1, 0, 10, 0, 0, 0])
s.send((16 + len(m)).to_bytes(4, 'little') + bytes([25, 0, 5, 0]) + bytes(8) + m)
print('route', os.strerror(-int.from_bytes(s.recv(999)[16:20], 'little', signed=True)))`;
    const result = await run(fixture().engine, { language: 'python', code, network: 'full' });
    expect(result.stderr).toBe('');
    expect(result.stdout.split('\n')).toEqual([
      '0000000000000000',
      'raw Operation not permitted',
      'packet Operation not permitted',
      'ipv6 Read-only file system',
      'route Operation not permitted',
      '',
    ]);
  });

  test('leaves no container, and its bridge is removed when the engine stops', async () => {
    const { engine, docker, instanceId } = fixture();
    await until(async () => (await containersOf(docker, instanceId)).length === 0);
    const filters = { label: [`app.strongroom.instance=${instanceId}`] };
    expect(await docker.listNetworks({ filters })).toHaveLength(1);
    await engine.stop();
    expect(await docker.listNetworks({ filters })).toEqual([]);
  });
}

async function greet(host: string, port: number): Promise<string> {
  const socket = connect({ host, port });
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

async function listenForDatagrams(): Promise<[Socket, number, string[]]> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const heard: string[] = [];
  socket.on('message', (message) => heard.push(message.toString()));
  await new Promise<void>((resolve) => socket.bind(0, '0.0.0.0', resolve));
  for (const group of ['224.0.0.1', '239.1.2.3']) {
    for (const { address, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? [])) {
      if (family !== 'IPv4') continue;
      try {
        socket.addMembership(group, address);
      } catch {
        // The interface has no multicast, or is already in the group.
      }
    }
  }
  return [socket, socket.address().port, heard];
}

describeWithDocker(
  'a run with the network is refused',
  (fixture) => {
    const open = (imageId: string) => {
      const { docker, instanceId } = fixture();
      return openRunNetwork({ link: linkTo(docker), log: silentLog, instanceId, imageId, nameServers: () => [] }, 'x');
    };

    test('if its network holder cannot start, and leaves nothing', async () => {
      const { docker, instanceId } = fixture();
      const { Id: withoutHolder } = await docker.getImage(await ensureBaseImage(docker, 'x86_64', () => {})).inspect();
      await expect(open(withoutHolder)).rejects.toMatchObject({ code: 'engine_unavailable' });
      await until(async () => (await containersOf(docker, instanceId)).length === 0);
    });

    test('if its network holder may not set the network rules, and the error says so', async () => {
      const { docker, instanceId } = fixture();
      const context = { link: linkTo(docker), instanceId, log: silentLog, resourcesDir };
      const { id: imageId } = await ensureSandboxImage({ ...context, onBuild: () => {}, onLine: () => {} });
      const container = { imageId, instanceId, executionId: 'x', runtime: undefined, limitsSwap: true };
      const options = holderOptions(container, { bridge: 'bridge', hasIpv6: true });
      const withoutCapabilities = { ...options, HostConfig: { ...options.HostConfig, CapAdd: [] } };
      const holder = await bootContainer(linkTo(docker), withoutCapabilities, silentLog);
      const reported = Promise.withResolvers<string>();
      const read = createHolderReader(({ type, payload }) => reported.resolve(type + payload.toString()));
      holder.stream.on('data', createDemultiplexer(read));
      holder.stream.write(encodeHolderFrame('H', Buffer.from('192.0.2.1\n')));
      expect(await reported.promise).toBe('B{"stage":"address","error":"EPERM"}');
      await holder.dispose();
    });
  },
  { keepsWarm: false },
);
