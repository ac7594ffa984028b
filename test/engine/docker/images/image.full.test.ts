import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readImageSources } from '../../../../src-daemon/engine/docker/images/build-context.ts';
import { packFromImage } from '../../../../src-daemon/engine/docker/images/node-binary.ts';
import { testImageLabel } from '../../../support/leftovers/engine-leftovers.ts';
import { describeWithDocker, newEngine, resourcesDir, run, sandboxImage } from '../docker-fixture.ts';
import { removeImages } from './remove-images.ts';

test('a change of the sources results in another image, a change of the documents does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  cpSync(join(resourcesDir, 'sandbox'), folder, { recursive: true });
  const before = await readImageSources(folder);
  writeFileSync(join(folder, 'PROTOCOL.md'), 'other words');
  expect((await readImageSources(folder)).hash).toBe(before.hash);
  writeFileSync(join(folder, 'init/main.c'), 'int main(void) { return 0; }');
  expect((await readImageSources(folder)).hash).not.toBe(before.hash);
});

describeWithDocker(
  'the sandbox image',
  (fixture) => {
    test('has at most 300 MB and runs as an unprivileged user', async () => {
      const { docker } = fixture();
      const image = await docker.getImage(sandboxImage(fixture())).inspect();
      expect(image.Size).toBeLessThan(300e6);
      expect(image.Config).toMatchObject({ User: '65534:65534', Entrypoint: ['/sbin/strongroom-init'] });
    });

    test('is built with progress while runs wait, and built again after it was removed', async () => {
      const { docker } = fixture();
      const lines: string[] = [];
      const folder = cheapResources(sandboxImage(fixture()));
      const { engine } = newEngine({ resourcesDir: folder, onProgress: (line) => lines.push(line), keepsWarm: false });
      const ready = engine.start();
      expect(engine.status().status).toBe('starting');
      expect((await run(engine, { code: 'echo patient' })).stdout).toBe('patient\n');
      await ready;
      expect(lines).toContain('Step 1/4 : ARG FROM_IMAGE');

      await removeImages(docker, `${testImageLabel}=${folder}`);
      lines.length = 0;
      const results = await Promise.all([run(engine, { code: 'echo one' }), run(engine, { code: 'echo two' })]);
      expect(results.map(({ stdout }) => stdout)).toEqual(['one\n', 'two\n']);
      expect(lines).not.toEqual([]);
      await engine.stop();
      await removeImages(docker, `${testImageLabel}=${folder}`);
    });

    test('is reported with the reason when it cannot be built', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'resources-'));
      mkdirSync(join(folder, 'sandbox'));
      writeFileSync(join(folder, 'sandbox/Dockerfile'), 'FROM scratch\nCOPY absent /absent\n');
      const { engine } = newEngine({ resourcesDir: folder });
      await engine.start();
      expect(engine.status()).toMatchObject({
        status: 'unavailable',
        reason: expect.stringMatching(/^The sandbox image could not be made: .*absent/),
      });
      await expect(run(engine, { code: 'echo x' })).rejects.toMatchObject({ code: 'engine_unavailable' });
      await engine.stop();
    });

    test('provides its Node to a build on another operating system', async () => {
      const { docker } = fixture();
      let bytes = 0;
      let head = Buffer.alloc(0);
      for await (const chunk of packFromImage(docker, sandboxImage(fixture()))) {
        if (head.length === 0) head = Buffer.from(chunk);
        bytes += chunk.length;
      }
      expect(head.toString('latin1', 0, 4)).toBe('node');
      expect(head.toString('latin1', 513, 516)).toBe('ELF');
      expect(bytes % 512).toBe(0);
      expect(bytes).toBeGreaterThan(50e6);
    });
  },
  { keepsWarm: false },
);

/** Makes sources whose image is built on top of the real one in a second or two. */
function cheapResources(image: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'resources-'));
  mkdirSync(join(folder, 'sandbox'));
  mkdirSync(join(folder, 'families'));
  const lines = [
    'ARG FROM_IMAGE',
    `FROM ${image}`,
    `LABEL ${testImageLabel}=${folder}`,
    `LABEL unique=${randomUUID()}`,
  ];
  writeFileSync(join(folder, 'sandbox/Dockerfile'), `${lines.join('\n')}\n`);
  return folder;
}
