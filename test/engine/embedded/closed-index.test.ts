/** Where an index may lead the installer of the engine without Docker. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PackageSource } from '../../../src-daemon/egress/index-hosts.ts';
import { createIndexHttp } from '../../../src-daemon/engine/embedded/installer/index-http.ts';
import { createEmbeddedLayers } from '../../../src-daemon/engine/embedded/installer/layer-store.ts';
import type { LayerOrder } from '../../../src-daemon/engine/layers.ts';
import { explainRefusedHost } from '../../../src-daemon/engine/refused-host.ts';

const visits: string[] = [];
/** Redirects to the address after `/to/`, lists a file of another host for `linked`, and answers all else. */
const answering = (server: Server) =>
  server.on('request', (request, response) => {
    const path = request.url ?? '';
    visits.push(`${request.headers.host} ${path}`);
    if (path.startsWith('/to/')) response.writeHead(302, { location: path.slice('/to/'.length) }).end();
    else if (path === '/linked/')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<a href="http://files.example/linked-1.0-py3-none-any.whl">linked</a>');
    else response.end('here');
  });
const index = answering(createServer());
const other = answering(createServer());
let indexUrl: string;
let otherPort: number;

beforeAll(async () => {
  index.listen(0, '127.0.0.1');
  other.listen(0, '0.0.0.0');
  await Promise.all([once(index, 'listening'), once(other, 'listening')]);
  indexUrl = `http://127.0.0.1:${(index.address() as AddressInfo).port}/`;
  otherPort = (other.address() as AddressInfo).port;
});
afterAll(() => {
  index.close();
  other.close();
});

async function follow(target: string, source: Partial<PackageSource> = { indexUrl }): Promise<string | undefined> {
  // Every host counts as trusted, so that only the rule on hosts decides.
  const trustedHosts = ['127.0.0.1', 'localhost', new URL(target).hostname];
  const http = await createIndexHttp({ trustedHosts, certificates: '', ...source }, AbortSignal.timeout(20_000));
  try {
    const at = source.proxy === undefined ? new URL(`/to/${target}`, indexUrl) : new URL(target);
    return (await http.read(at, '*/*', 1000))?.text;
  } finally {
    await http.close();
  }
}

test('the configured index may be at a private address, and redirect to itself', async () => {
  expect(await follow(`${indexUrl}file`)).toBe('here');
});

const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
const literals = [
  ...['169.254.169.254', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.100.100.200', '0.0.0.0', '127.0.0.2'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::a01:203]', '[2002:a01:203::1]', '[fd00::1]'],
  ...['[fe80::1]', '2130706433', '0x7f.1'],
  ...own.filter(({ family }) => family === 'IPv4').map(({ address }) => address),
];

test.each(literals)('a redirect to %s is refused', async (host) => {
  const before = visits.length;
  await expect(follow(`http://${host}:${otherPort}/file`)).rejects.toMatchObject({ name: 'ClosedAddressError' });
  // Only the index was asked.
  expect(visits.length).toBe(before + 1);
});

test.each(['127.0.0.1', 'localhost', 'files.example'])(
  'so is one to another port of the index, or to %s',
  async (host) => {
    const before = visits.length;
    await expect(follow(`http://${host}:${otherPort}/file`)).rejects.toMatchObject({ name: 'ClosedAddressError' });
    expect(visits.length).toBe(before + 1);
  },
);

test('through a proxy only the hosts of the index are requested', async () => {
  const before = visits.length;
  const source = { proxy: `http://127.0.0.1:${otherPort}`, indexUrl: 'http://index.example/simple/' };
  for (const target of ['http://169.254.169.254/latest/', 'http://files.example/file', 'http://index.example:81/file'])
    await expect(follow(target, source)).rejects.toMatchObject({ name: 'ClosedAddressError' });
  expect(visits.length).toBe(before);
  expect(await follow('http://index.example/file', source)).toBe('here');
});

test('the public index may be requested with the host of its files, each at its port only', async () => {
  const extraIndexUrls = ['http://127.0.0.2:9/'];
  const { isOwnHost, close } = await createIndexHttp({ extraIndexUrls, certificates: '' }, AbortSignal.timeout(20_000));
  const addresses = ['https://pypi.org/a', 'https://files.pythonhosted.org/a', 'http://127.0.0.2:9/a'];
  const others = ['http://pypi.org/a', 'https://pypi.org:8443/a', 'https://files.pythonhosted.org.example/a'];
  expect([...addresses, ...others].map((address) => isOwnHost(new URL(address)))).toEqual([
    ...addresses.map(() => true),
    ...others.map(() => false),
  ]);
  await close();
});

test('a file of another host is not downloaded, and the reason names that host', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'closed-index-'));
  const signal = new AbortController().signal;
  const run = () => Promise.reject(new Error('no module is compiled'));
  const layers = createEmbeddedLayers({ dir, isReady: () => true, run, stopped: signal });
  const source = { indexUrl, trustedHosts: ['127.0.0.1'], certificates: '' };
  const order: LayerOrder = { packageManager: 'pip', packages: { linked: '' }, source };
  try {
    await expect(layers.build(order, { onLine: () => {}, signal })).rejects.toMatchObject({
      reason: explainRefusedHost('files.example'),
    });
  } finally {
    rmSync(dir, { recursive: true });
  }
});
