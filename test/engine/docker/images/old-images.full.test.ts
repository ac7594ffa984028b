import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type Docker from 'dockerode';
import { expect, test } from 'vitest';
import { buildFrom } from '../../../../src-daemon/engine/docker/images/build-image.ts';
import { removeOldImages } from '../../../../src-daemon/engine/docker/images/old-images.ts';
import { tarEnd, tarHeader, tarPadding } from '../../../../src-daemon/engine/docker/images/tar.ts';
import type { EngineLink } from '../../../../src-daemon/engine/docker/link/engine-link.ts';
import { testImageLabel } from '../../../support/leftovers/engine-leftovers.ts';
import { describeWithDocker, silentLog } from '../docker-fixture.ts';

const daySeconds = 24 * 60 * 60;

describeWithDocker(
  'after an upgrade',
  (fixture) => {
    test('the images of earlier versions are removed after a day, unless a container uses them', async () => {
      const { docker } = fixture();
      const run = randomUUID();
      const unused = await makeImage(docker, `${run}-unused`);
      const used = await makeImage(docker, `${run}-used`);
      const container = await docker.createContainer({ Image: used, Entrypoint: ['/none'] });
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const current = await makeImage(docker, `${run}-current`);
      const onlyOurs = { docker: onlySeeing(docker, [unused, used, current]) } as EngineLink;
      const removeAt = (nowS: number) =>
        removeOldImages(onlyOurs, { id: current, versions: {} }, { log: silentLog, nowS });
      const nowS = Date.now() / 1000;
      expect(await removeAt(nowS)).toBe(0);
      expect(await removeAt(nowS + daySeconds + 60)).toBe(1);
      await expect(docker.getImage(unused).inspect()).rejects.toMatchObject({ statusCode: 404 });
      await container.remove();
      expect(await removeAt(nowS + daySeconds + 60)).toBe(1);
      expect((await docker.getImage(current).inspect()).Id).toBe(current);
      await docker.getImage(current).remove();
    });
  },
  { keepsWarm: false },
);

/** Returns the real engine with only these images listed, so that the test does not affect other images. */
function onlySeeing(docker: Docker, ids: string[]): Docker {
  return Object.assign(Object.create(docker), {
    listImages: async (options: object) => (await docker.listImages(options)).filter(({ Id }) => ids.includes(Id)),
  });
}

/** Makes an image without files. */
async function makeImage(docker: Docker, name: string): Promise<string> {
  const dockerfile = Buffer.from(`FROM scratch\nLABEL unique=${name}\n`);
  const header = tarHeader({ path: 'Dockerfile', mode: 0o644, size: dockerfile.length });
  const archive = Buffer.concat([header, dockerfile, tarPadding(dockerfile.length), tarEnd()]);
  const tag = `strongroom/sandbox:test-${name}`;
  const labels = { 'app.strongroom.role': 'image', [testImageLabel]: join(tmpdir(), name) };
  const context = Readable.from([archive], { objectMode: false });
  await buildFrom(docker, { context, options: { t: tag, labels }, onLine: () => {} });
  return (await docker.getImage(tag).inspect()).Id;
}
