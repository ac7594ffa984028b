/** Images are pushed to a registry, and pulled by the digest that the list has. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { follow } from '../../../../src-daemon/engine/docker/images/base-image.ts';
import { buildFrom } from '../../../../src-daemon/engine/docker/images/build-image.ts';
import { tarEnd, tarHeader, tarPadding } from '../../../../src-daemon/engine/docker/images/tar.ts';
import { openPush, pushImages } from '../../../../src-daemon/engine/docker/registry/push-images.ts';
import { parseRegistry, type Registry } from '../../../../src-daemon/engine/kubernetes/images/image-reference.ts';
import { dockerOfTests } from '../../../support/engine/docker.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { environmentOfLogin } from '../../../support/kubernetes/cluster-files.ts';
import { type Registry as RegistryServer, startRegistry } from '../../../support/kubernetes/registry.ts';
import { testImageLabel } from '../../../support/leftovers/engine-leftovers.ts';

const password = 'secret-of-the-registry';
const versions = { python: '3.13.5' };
const folder = mkdtempSync(join(tmpdir(), 'push-'));
const ownName = 'strongroom/sandbox:test-push';

let id: string;
let server: RegistryServer | undefined;
let lines: string[];

/** Makes an image with one small file. */
async function makeImage(): Promise<string> {
  const dockerfile = Buffer.from(`FROM scratch\nCOPY Dockerfile /content\nLABEL ${testImageLabel}=${folder}\n`);
  const header = tarHeader({ path: 'Dockerfile', mode: 0o644, size: dockerfile.length });
  const context = Readable.from([Buffer.concat([header, dockerfile, tarPadding(dockerfile.length), tarEnd()])], {
    objectMode: false,
  });
  await buildFrom(dockerOfTests(), { context, options: { t: ownName }, onLine: () => {} });
  return (await dockerOfTests().getImage(ownName).inspect()).Id;
}

async function push(to: RegistryServer, auth?: string) {
  const opened = await openPush({
    docker: dockerOfTests(),
    registry: parseRegistry(`${to.host}/team`) as Registry,
    environment: environmentOfLogin(to.host, auth),
    onLine: (line) => lines.push(line),
  });
  return pushImages([{ family: 'base', id, versions }], opened);
}

async function pull(reference: string, auth?: object): Promise<string> {
  const docker = dockerOfTests();
  const stream: NodeJS.ReadableStream = await docker.pull(reference, auth === undefined ? {} : { authconfig: auth });
  await follow(docker, stream, () => {});
  return (await docker.getImage(reference).inspect()).Id;
}

describeWithEngine('images are pushed', () => {
  beforeEach(async () => {
    lines = [];
    id = await makeImage();
  });

  afterEach(async () => {
    const found = await dockerOfTests().listImages({
      filters: JSON.stringify({ label: [`${testImageLabel}=${folder}`] }),
    });
    for (const { Id: left } of found) await dockerOfTests().getImage(left).remove({ force: true });
    await server?.stop();
  });

  test.each([
    ['an open registry', undefined],
    ['a registry with a password', password],
  ])('to %s, and pulled from there by digest', async (_name, auth) => {
    const docker = dockerOfTests();
    server = await startRegistry(auth === undefined ? {} : { password: auth });
    const tag = id.slice('sha256:'.length, 'sha256:'.length + 16);
    const [image] = await push(server, auth);
    const digest = server.manifest('team/strongroom-sandbox', tag)?.digest;
    const reference = `${server.host}/team/strongroom-sandbox@${digest}`;
    expect(image).toEqual({ family: 'base', reference, versions });
    expect(lines[0]).toBe(`Pushing ${server.host}/team/strongroom-sandbox:${tag}`);
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^ {2}[0-9a-f]{12}: Pushed$/)]);

    // No name of the registry is left, and the image keeps its own.
    const { RepoTags: tags, RepoDigests: digests } = await docker.getImage(id).inspect();
    expect([tags, digests]).toEqual([[ownName], []]);
    await docker.getImage(id).remove({ force: true });
    expect(await pull(reference, auth === undefined ? undefined : { username: 'user', password: auth })).toBe(id);
  });

  test('again without an upload', async () => {
    server = await startRegistry();
    const first = await push(server);
    const before = server.requests.length;
    expect(await push(server)).toEqual(first);
    expect(server.requests.slice(before).filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  test('only with a password, if the registry requires one: the error says how to log in', async () => {
    server = await startRegistry({ password });
    const error: Error = await push(server).then(String, (reason) => reason);
    expect(error.message).toMatch(/^127\.0\.0\.1:\d+\/team\/strongroom-sandbox:[0-9a-f]{16} could not be pushed: /);
    expect(error.message).toContain(`docker login ${server.host}`);
    expect((await dockerOfTests().getImage(id).inspect()).RepoTags).toEqual([ownName]);
  });

  test('with the text of a refusal, without control characters and passwords', async () => {
    server = await startRegistry({ password });
    server.refuseUpload({ status: 403, code: 'DENIED', message: `\u001b[2J${password}${'x'.repeat(2000)}` });
    const error: Error = await push(server, password).then(String, (reason) => reason);
    expect(error.message).toContain('denied: ');
    expect(error.message).toContain('[secret]');
    expect(error.message).toContain('Log in with an account that may push there');
    expect(error.message).not.toContain('\u001b');
    expect(error.message.length).toBeLessThan(600);
  });

  test('to no server: the error says what to check', async () => {
    server = await startRegistry();
    await server.stop();
    await expect(push(server)).rejects.toThrow(/connection refused.* Check that the engine's machine reaches/);
  });
});
