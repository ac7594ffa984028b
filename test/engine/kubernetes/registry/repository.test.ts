/** The calls of a repository, at a registry that checks each digest. */

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { RegistryCredentials } from '../../../../src-daemon/engine/credential/registry-credentials.ts';
import { digestOf } from '../../../../src-daemon/engine/kubernetes/registry/answers.ts';
import { addLayer, readBaseImage } from '../../../../src-daemon/engine/kubernetes/registry/layer-image.ts';
import { pushLayer } from '../../../../src-daemon/engine/kubernetes/registry/push-layer.ts';
import {
  openRegistry,
  type RegistryRequests,
} from '../../../../src-daemon/engine/kubernetes/registry/registry-requests.ts';
import { createRepository } from '../../../../src-daemon/engine/kubernetes/registry/repository.ts';
import { LayerError } from '../../../../src-daemon/engine/layers.ts';
import { type RegistryOptions, startRegistry } from '../../../support/kubernetes/registry.ts';

const never = new AbortController().signal;
const password = 'the password of the registry';
const type = 'application/vnd.oci.image.manifest.v1+json';
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(options: RegistryOptions = {}, given: string | undefined = options.password) {
  const server = await startRegistry(options);
  closing.push(server.stop);
  return { server, ...(await openAt(server.host, given)) };
}

async function openAt(host: string, given?: string) {
  const credentials: RegistryCredentials | undefined =
    given === undefined ? undefined : { serveraddress: host, username: 'user', password: given };
  const requests: RegistryRequests = await openRegistry({ host, repository: 'team/image' }, credentials);
  closing.push(requests.close);
  return { requests, repository: createRepository(requests, never) };
}

/** Pushes an image with one layer, and returns its digest. */
async function pushBase({ repository }: Awaited<ReturnType<typeof openAt>>): Promise<string> {
  const layer = await pushLayer(await repository.beginUpload(), Readable.from([Buffer.from('first layer')]));
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      config: { User: '1' },
      rootfs: { type: 'layers', diff_ids: [layer.diffId] },
    }),
  );
  await repository.putBlob(config);
  const descriptor = (mediaType: string, digest: string, size: number) => ({ mediaType, digest, size });
  const content = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: type,
      config: descriptor('application/vnd.oci.image.config.v1+json', digestOf(config), config.length),
      layers: [descriptor('application/vnd.oci.image.layer.v1.tar+gzip', layer.digest, layer.sizeBytes)],
    }),
  );
  await repository.putManifest('base', { content, type });
  return digestOf(content);
}

describe.each<[string, RegistryOptions]>([
  ['an open registry', {}],
  ['a registry with a password', { password }],
  ['a registry with a token service', { password, hasTokens: true }],
  ['a registry with a token service for everyone', { hasTokens: true }],
])('%s', (_name, options) => {
  test('takes a layer of unknown size, and an image with it', async () => {
    const opened = await open(options);
    const { repository, server } = opened;
    const digest = await pushBase(opened);
    const base = await readBaseImage(repository, digest);
    const content = randomBytes(3_000_000);
    const chunks = Array.from({ length: 30 }, (_, at) => content.subarray(at * 100_000, (at + 1) * 100_000));
    const layer = await pushLayer(await repository.beginUpload(), Readable.from(chunks));
    expect(layer.diffId).toBe(digestOf(content));

    const image = addLayer(base, layer, { 'app.strongroom.layer': 'x' });
    await repository.putBlob(image.config);
    await repository.putManifest('packages-1', image.manifest);
    expect(server.manifest('team/image', 'packages-1')?.digest).toBe(image.digest);
    const { manifest, config } = await readBaseImage(repository, image.digest);
    expect(manifest.layers).toEqual([...base.manifest.layers, expect.objectContaining({ digest: layer.digest })]);
    expect(config).toMatchObject({
      architecture: 'amd64',
      config: { User: '1', Labels: { 'app.strongroom.layer': 'x' } },
      rootfs: { diff_ids: [...base.config.rootfs.diff_ids, layer.diffId] },
    });
    expect(gunzipSync(await repository.readBlob(layer.digest)).equals(content)).toBe(true);
  });
});

test('a registry gets each small blob once', async () => {
  const { repository, server } = await open();
  await repository.putBlob(Buffer.from('{}'));
  const before = server.requests.length;
  await repository.putBlob(Buffer.from('{}'));
  expect(server.requests.slice(before).map((request) => request.split(' ')[0])).toEqual(['HEAD']);
});

test('tags are read over all pages, and an image is deleted with its tags', async () => {
  const opened = await open({ password, hasTokens: true });
  const { repository } = opened;
  expect(await repository.listTags()).toEqual([]);
  const digest = await pushBase(opened);
  const { content } = await repository.readManifest(digest);
  for (const tag of ['one', 'two', 'three', 'four']) await repository.putManifest(tag, { content, type });
  expect(await repository.listTags()).toEqual(['base', 'four', 'one', 'three', 'two']);
  expect(await repository.hasManifest(digest)).toBe(true);
  expect(await repository.deleteManifest(digest)).toBe(true);
  expect(await repository.hasManifest(digest)).toBe(false);
  expect(await repository.deleteManifest(digest)).toBe(true);
  expect(await repository.listTags()).toEqual([]);
});

test('a registry that keeps images says so', async () => {
  const opened = await open({ keepsImages: true });
  expect(await opened.repository.deleteManifest(await pushBase(opened))).toBe(false);
});

test.each<[string, RegistryOptions, string | undefined]>([
  ['no password', { password }, undefined],
  ['a wrong password', { password }, 'wrong'],
  ['a wrong password at a token service', { password, hasTokens: true }, 'wrong'],
])('%s is denied, and the error has no credential', async (_name, options, given) => {
  const server = await startRegistry(options);
  closing.push(server.stop);
  const { repository } = await openAt(server.host, given);
  const error = await repository.beginUpload().catch((reason: Error) => reason);
  expect(error).toMatchObject({ name: 'RegistryError', kind: 'denied' });
  expect(String(error)).not.toContain('wrong');
});

test('the error of an archive is the reason why nothing was stored', async () => {
  const { repository, server } = await open();
  const upload = await repository.beginUpload();
  const archive = Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000);
      throw new LayerError('died');
    })(),
  );
  await expect(pushLayer(upload, archive)).rejects.toMatchObject({ fault: 'died' });
  expect(server.requests.some((request) => request.startsWith('PUT'))).toBe(false);
});

test('a refused upload ends its archive', async () => {
  const { repository, server } = await open();
  const upload = await repository.beginUpload();
  await server.stop();
  closing.length = 0;
  const archive = Readable.from(
    (async function* () {
      for (;;) yield Buffer.alloc(100_000);
    })(),
  );
  await expect(pushLayer(upload, archive)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(archive.destroyed).toBe(true);
});

test('a registry that does not answer has an error of its own', async () => {
  const { repository } = await openAt('127.0.0.1:1');
  await expect(repository.listTags()).rejects.toMatchObject({ kind: 'unreachable' });
});

describe('a registry that does not keep to the API', () => {
  /** Starts a server that answers each request so. */
  async function startFaulty(headers: Record<string, string>, body: string, status = 200) {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(async () => void server.closeAllConnections());
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    return openAt(`127.0.0.1:${(server.address() as AddressInfo).port}`, password);
  }

  const digest = digestOf(Buffer.from('asked for'));

  test('with other content than was asked for', async () => {
    const { repository } = await startFaulty({}, 'other');
    await expect(repository.readBlob(digest)).rejects.toThrow('other content');
    await expect(repository.readManifest(digest)).rejects.toThrow('other content');
  });

  test('with an answer without an end', async () => {
    const { repository } = await startFaulty({}, 'x'.repeat(5 << 20));
    await expect(repository.readBlob(digest)).rejects.toThrow('too large');
    await expect(repository.listTags()).rejects.toThrow('too large');
  });

  test.each([{}, { location: 'ftp://example.com/' }])('with no address to go on at (%#)', async (headers) => {
    const { repository } = await startFaulty(headers as Record<string, string>, '', 202);
    await expect(repository.beginUpload()).rejects.toThrow('no address');
  });

  test('with an address of another host without TLS', async () => {
    const { repository } = await startFaulty({ location: 'http://example.com/' }, '', 307);
    await expect(repository.readBlob(digest)).rejects.toThrow('without TLS');
  });

  test('with a challenge of another host, which gets no password', async () => {
    const asked: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => other.close(resolve)));
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/x`;
    const { repository } = await startFaulty({ location }, '', 307);
    await expect(repository.readBlob(digest)).rejects.toThrow('without TLS');
    expect(asked).toEqual([]);
  });

  test('with redirects without an end', async () => {
    const { repository } = await startFaulty({ location: '/again' }, '', 307);
    await expect(repository.readBlob(digest)).rejects.toThrow('too often');
  });

  test('with another list of tags', async () => {
    const { repository } = await startFaulty({}, '{"tags":[1]}');
    await expect(repository.listTags()).rejects.toThrow('list of tags');
  });
});
