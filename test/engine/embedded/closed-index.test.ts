/** Where an index may lead the installer of the engine without Docker. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIndexHttp } from '../../../src-daemon/engine/embedded/installer/index-http.ts';

const visits: string[] = [];
/** Redirects to the address after `/to/`, and answers all else. */
const answering = (server: Server) =>
  server.on('request', (request, response) => {
    const path = request.url ?? '';
    visits.push(`${request.headers.host} ${path}`);
    if (path.startsWith('/to/')) response.writeHead(302, { location: path.slice('/to/'.length) }).end();
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

async function follow(target: string, proxy?: string): Promise<string | undefined> {
  // Every host counts as chosen, so that only the address decides.
  const hosts = ['127.0.0.1', 'localhost', new URL(target).hostname];
  const source = { indexUrl, trustedHosts: hosts, certificates: '', ...(proxy !== undefined && { proxy }) };
  const http = await createIndexHttp(source, AbortSignal.timeout(20_000));
  try {
    const at = proxy === undefined ? new URL(`/to/${target}`, indexUrl) : new URL(target);
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

test('so is one to another port of the index, and one to a name that resolves to a private address', async () => {
  const before = visits.length;
  for (const host of ['127.0.0.1', 'localhost'])
    await expect(follow(`http://${host}:${otherPort}/file`)).rejects.toMatchObject({ name: 'ClosedAddressError' });
  expect(visits.length).toBe(before + 2);
});

test('a proxy is not asked for a private address either', async () => {
  const before = visits.length;
  const proxy = `http://127.0.0.1:${otherPort}`;
  await expect(follow('http://169.254.169.254/latest/', proxy)).rejects.toMatchObject({ name: 'ClosedAddressError' });
  expect(visits.length).toBe(before);
  expect(await follow('http://files.example/file', proxy)).toBe('here');
});
