import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { bridgeAddress, type PackageIndex, startPackageIndex } from './package-index.ts';
import { print, settled } from './settled.ts';
import { buildWheel } from './wheels.ts';

describeWithEngine('an index whose certificate is of an own authority', () => {
  const daemon = testDaemonOfFile();
  const folder = mkdtempSync(join(tmpdir(), 'authority-'));
  const bundle = join(folder, 'authority.pem');
  const url = 'https://index.example/simple/';
  let index: PackageIndex;
  let proxy: Tunnel;

  beforeAll(async () => {
    const certificate = makeCertificate('index.example');
    writeFileSync(bundle, certificate.authority);
    index = await startPackageIndex({ certificate });
    // pip gives an address no name to check, so the index has one, which the proxy alone knows.
    proxy = await startTunnel(Number(new URL(index.url).port));
    index.publish(buildWheel({ name: 'guarded', version: '1.0' }));
  });
  afterAll(async () => {
    await proxy.stop();
    await index.stop();
    rmSync(folder, { recursive: true });
  });

  test('gives pip its packages where the settings name the authority, and none before', {
    timeout: 180_000,
  }, async () => {
    const { client } = await daemon().newUser();
    const installer = { pipIndexUrl: url, proxy: proxy.url };
    await client.call(updateSettings, { body: { installer } });
    const body = { packages: [{ language: 'python', name: 'guarded' }] };
    await client.call(setPackages, { body });
    expect(await settled(client)).toMatchObject([
      { status: 'failed', error: expect.stringContaining('could not be reached') },
    ]);
    expect(index.requests).toEqual([]);

    await client.call(updateSettings, { body: { installer: { ...installer, caBundlePath: bundle } } });
    await client.call(setPackages, { body });
    expect(await settled(client)).toMatchObject([{ status: 'installed', version: '1.0' }]);
    expect(await print(client, 'python', 'import guarded; print(guarded.VERSION)')).toBe('1.0\n');
  });
});

interface Tunnel {
  url: string;
  stop(): Promise<void>;
}

/** A proxy whose every tunnel leads to one port of the engine's bridge. */
async function startTunnel(port: number): Promise<Tunnel> {
  const host = await bridgeAddress();
  const sockets = new Set<Duplex>();
  const server = createServer().on('connect', (_request, near: Duplex) => {
    const far = connect(port, host, () => near.write('HTTP/1.1 200 OK\r\n\r\n'));
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://${host}:${own}`, stop };
}
