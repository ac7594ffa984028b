import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PackageIndex, startPackageIndex } from '../../daemon/packages/package-index.ts';
import { buildWheel } from '../../daemon/packages/wheels.ts';
import { until } from '../../support/until.ts';
import { describeWithDocker, type Fixture } from '../docker/docker-fixture.ts';
import { installPackage, removeLayers } from '../docker/packages/install-package.ts';
import { startKernel } from './kernel-client.ts';
import { disposeAfterEach, openSandbox, start } from './live-fixture.ts';

describeWithDocker('packages of a live sandbox', suite);

function suite(fixture: () => Fixture): void {
  let index: PackageIndex;
  beforeAll(async () => {
    index = await startPackageIndex();
    index.publish(buildWheel({ name: 'first', version: '1.0' }));
  });
  afterAll(async () => {
    await removeLayers(fixture().engine);
    await index.stop();
  });
  disposeAfterEach();

  test('are imported by its kernel and its processes, and their layer is removed after it', {
    timeout: 120_000,
  }, async () => {
    const { engine } = fixture();
    const order = { packageManager: 'pip', name: 'first', source: { indexUrl: index.url } } as const;
    const { id: layer } = await installPackage(engine, order);
    const sandbox = await openSandbox(engine, { language: 'python', layer });
    const kernel = await startKernel(sandbox, 'python');
    expect(await kernel.run('import first; first.__name__')).toMatchObject({ status: 'ok', result: "'first'" });
    const { process } = await start(sandbox, ['/usr/bin/python3', '-c', 'import first']);
    expect(await process.ended).toMatchObject({ exitCode: 0 });
    expect(await engine.layers?.remove(layer)).toBe(false);
    await sandbox.dispose();
    await until(async () => (await engine.layers?.remove(layer)) === true);
    await expect(openSandbox(engine, { language: 'python', layer })).rejects.toMatchObject({
      code: 'packages_unavailable',
    });
  });
}
