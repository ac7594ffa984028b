import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasNodeArchive } from '../../scripts/install/node-archive.mjs';
import { ensureNodeArchive, linkNodeArchive } from '../../scripts/install.mjs';
import { plant } from '../house/checkout.ts';

const platform = 'darwin-arm64';
let root: string;
let content: Buffer;
let server: Server;
let requests: string[];
let messages: string[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'node-archive-'));
  content = makeArchive('24.30.0');
  requests = [];
  messages = [];
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

/** An archive as Node's are: its folder with the binary, the license and more. */
function makeArchive(version: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'made-'));
  const name = `node-v${version}-${platform}`;
  plant(folder, {
    [`${name}/bin/node`]: `#!/bin/sh\necho v${version}\n`,
    [`${name}/LICENSE`]: 'free',
    [`${name}/include/node.h`]: '',
  });
  chmodSync(join(folder, name, 'bin/node'), 0o755);
  return execFileSync('tar', ['-czf', '-', '-C', folder, name]);
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const pins = (digest: string, version = '24.30.0') => ({ [platform]: { version, sha256: digest } });
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/dist`;
const on = (version: string) => ({ platform: 'darwin', arch: 'arm64', version, execPath: '/system/node' });

function ensure(digest: string, { version = '20.20.2', from = address(), pinned = '24.30.0' } = {}): Promise<boolean> {
  const source = { archives: pins(digest, pinned), address: from, machine: on(version) };
  return ensureNodeArchive(root, (message) => messages.push(message), source);
}

const binary = () => join(root, `.cache/node-${platform}/bin/node`);

it('of the pinned digest is downloaded once, and its binary runs', async () => {
  expect(await ensure(sha256(content))).toBe(true);
  expect(requests).toEqual([`/dist/v24.30.0/node-v24.30.0-${platform}.tar.gz`]);
  expect(execFileSync(binary(), { encoding: 'utf8' })).toBe('v24.30.0\n');
  expect(readdirSync(join(root, `.cache/node-${platform}`)).toSorted()).toEqual(['LICENSE', 'archive.sha256', 'bin']);
  expect(await ensure(sha256(content))).toBe(false);
  expect(requests).toHaveLength(1);
});

it("is the `node` of npm's scripts", async () => {
  const source = { archives: pins(sha256(content)), machine: on('20.20.2') };
  const link = join(root, 'node_modules/.bin/node');
  linkNodeArchive(root, source);
  expect(existsSync(link)).toBe(false);
  await ensure(sha256(content));
  linkNodeArchive(root, source);
  linkNodeArchive(root, source);
  expect(readlinkSync(link)).toBe(binary());
});

it('of another digest is refused and removed', async () => {
  const changed = sha256(Buffer.from('another archive'));
  await expect(ensure(changed)).rejects.toThrow(`its SHA-256 is ${sha256(content)}, not ${changed}`);
  expect(existsSync(join(root, '.cache'))).toBe(false);
});

it('is replaced when another one is pinned, and stays until that one is installed', async () => {
  await ensure(sha256(content));
  const old = pins(sha256(content));
  await expect(ensure('0'.repeat(64))).rejects.toThrow('is not used');
  expect(hasNodeArchive(root, platform, { archives: old })).toBe(true);
  content = makeArchive('24.31.0');
  expect(await ensure(sha256(content), { pinned: '24.31.0' })).toBe(true);
  expect(execFileSync(binary(), { encoding: 'utf8' })).toBe('v24.31.0\n');
  expect(hasNodeArchive(root, platform, { archives: old })).toBe(false);
});

it('that the user has put into .cache needs no download, and its digest is checked', async () => {
  mkdirSync(join(root, '.cache'));
  const archive = join(root, `.cache/node-v24.30.0-${platform}.tar.gz`);
  writeFileSync(archive, content);
  expect(await ensure(sha256(content), { from: 'http://127.0.0.1:9' })).toBe(true);
  writeFileSync(archive, readFileSync(archive).subarray(1));
  await expect(ensure('0'.repeat(64))).rejects.toThrow('is not used');
});

it('that cannot be downloaded is replaced by the system Node only if that is safe', async () => {
  const from = 'http://127.0.0.1:9';
  expect(await ensure(sha256(content), { from, version: '24.21.0' })).toBe(false);
  expect(messages.at(-1)).toMatch(/could not be downloaded.*continuing with Node 24\.21\.0 of this system/);
  await expect(ensure(sha256(content), { from, version: '24.0.0' })).rejects.toThrow(/or later.*NODEJS_ORG_MIRROR/);
});

it('is not asked for on a platform that has a package', async () => {
  const machine = { ...on('20.20.2'), platform: 'linux' };
  expect(await ensureNodeArchive(root, () => undefined, { archives: pins('0'), address: address(), machine })).toBe(
    false,
  );
  expect(requests).toEqual([]);
});
