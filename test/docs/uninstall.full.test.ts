/** Runs the commands of docs/paths.md that remove containers, volumes and images, as written, on an engine of its own. */
import { Readable } from 'node:stream';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCommand } from '../../scripts/engine/debian.ts';
import { buildFrom } from '../../src-daemon/engine/docker/images/build-image.ts';
import { tarEnd, tarHeader, tarPadding } from '../../src-daemon/engine/docker/images/tar.ts';
import { canHaveOwnDockerd, createOwnDockerd, type OwnDockerd } from '../engine/docker/link/own-dockerd.ts';
import { examplesOf } from './page.ts';

const [everything, ofOneFolder] = examplesOf('paths.md').map(({ script }) => script);
const canRun = canHaveOwnDockerd && hasCommand('docker');

describe.skipIf(!canRun && process.env.CI !== 'true')('the examples of paths.md (need root, for a dockerd)', () => {
  let own: OwnDockerd;
  beforeAll(async () => {
    own = createOwnDockerd();
    await own.start();
    await createObjects(own, 'mine', { 'app.strongroom.role': 'layer', 'app.strongroom.instance': 'mine' });
    await createObjects(own, 'other', { 'app.strongroom.role': 'layer', 'app.strongroom.instance': 'other' });
    await createObjects(own, 'foreign', { role: 'database' });
  });
  afterAll(() => own?.remove());

  async function run(script = '') {
    // Bash reads its start-up file when its stdin is a socket and SHLVL says that it is the first shell.
    const { exitCode, stderr } = await execa('bash', ['--norc', '-eu', '-o', 'pipefail', '-c', script], {
      reject: false,
      env: { DOCKER_HOST: own.host },
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  }

  it('remove the layers of one folder', async () => {
    await run(ofOneFolder?.replace('INSTANCE_ID', 'mine'));
    expect(await listObjects(own)).toEqual({
      volumes: ['foreign', 'other'],
      containers: ['foreign', 'mine', 'other'],
      images: ['foreign:latest', 'mine:latest', 'other:latest'],
    });
  });

  it('remove all objects of Strongroom, and nothing else', async () => {
    await run(everything);
    expect(await listObjects(own)).toEqual({
      volumes: ['foreign'],
      containers: ['foreign'],
      images: ['foreign:latest'],
    });
    // A second run has nothing to remove and does not fail.
    await run(everything);
  });
});

/** Creates an image without files, a container of it and a volume. */
async function createObjects({ docker }: OwnDockerd, name: string, labels: Record<string, string>): Promise<void> {
  const dockerfile = Buffer.from(`FROM scratch\nLABEL unique=${name}\n`);
  const head = tarHeader({ path: 'Dockerfile', mode: 0o644, size: dockerfile.length });
  const archive = Buffer.concat([head, dockerfile, tarPadding(dockerfile.length), tarEnd()]);
  const context = Readable.from([archive], { objectMode: false });
  await buildFrom(docker, { context, options: { t: name, labels }, onLine: () => {} });
  await docker.createContainer({ Image: name, name, Cmd: ['/none'], Labels: labels });
  await docker.createVolume({ Name: name, Labels: labels });
}

async function listObjects({ docker }: OwnDockerd) {
  const containers = await docker.listContainers({ all: true });
  const { Volumes: volumes } = await docker.listVolumes();
  const images = await docker.listImages();
  return {
    volumes: volumes.map(({ Name }) => Name).toSorted(),
    containers: containers.flatMap(({ Names }) => Names.map((name) => name.slice(1))).toSorted(),
    images: images.flatMap(({ RepoTags }) => RepoTags ?? []).toSorted(),
  };
}
