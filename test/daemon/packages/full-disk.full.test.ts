import { join } from 'node:path';
import type Docker from 'dockerode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDisposals } from '../../../src-daemon/engine/disposals.ts';
import type { EngineLink } from '../../../src-daemon/engine/docker/link/engine-link.ts';
import { openLink } from '../../../src-daemon/engine/docker/link/engine-link.ts';
import { removeBridges } from '../../../src-daemon/engine/docker/network/bridge.ts';
import { machineNameServers } from '../../../src-daemon/engine/docker/network/name-forwarder.ts';
import { createLayerStore } from '../../../src-daemon/engine/docker/packages/layer-store.ts';
import { createNameLookup } from '../../../src-daemon/engine/installer/name-lookup.ts';
import type { LayerStore } from '../../../src-daemon/engine/layers.ts';
import { explainFailure } from '../../../src-daemon/packages/install/explain-failure.ts';
import { describeWithDocker, type Fixture, sandboxImage, silentLog } from '../../engine/docker/docker-fixture.ts';
import { listInstallers, listLayers } from '../../support/engine/docker.ts';
import { newTestInstance } from '../../support/leftovers/instances.ts';
import { type PackageIndex, startPackageIndex } from './package-index.ts';
import { buildSourceDistribution, buildWheel } from './wheels.ts';

/** Disk with less free space than the installer must leave, once a package takes more than 88 MiB. */
const disk = { type: 'tmpfs', device: 'tmpfs', o: 'size=600m,mode=0777' };

const filler = [
  'def build_wheel(*a, **k):',
  '    import tempfile',
  '    f = tempfile.NamedTemporaryFile(delete=False)',
  '    while True: f.write(bytes(1 << 24)); f.flush()',
].join('\n');

describeWithDocker(
  'a disk that is full during an installation',
  (fixture) => {
    const instanceId = newTestInstance();
    let index: PackageIndex;
    let link: EngineLink;
    let store: LayerStore;
    const disposals = createDisposals();

    beforeAll(async () => {
      index = await startPackageIndex();
      index.publish(buildSourceDistribution({ name: 'filler', version: '1.0', backend: filler }));
      index.publish(buildWheel({ name: 'small', version: '1.0' }));
      link = await openLink(fixture().docker, { host: '', instanceId, processId: 'full-disk', log: silentLog });
      store = createLayerStore({
        ...{ instanceId, log: silentLog, disposals, stopped: new AbortController().signal },
        ...{ nameServers: machineNameServers, lookup: createNameLookup() },
        resourcesDir: join(import.meta.dirname, '../../../resources'),
        readiness: readinessOf(fixture(), { ...link, docker: withSmallDisks(link.docker) }),
      });
    });
    afterAll(async () => {
      for (const id of await store.list()) await store.remove(id);
      await disposals.settled();
      await removeBridges(link.docker, { instanceId, processId: 'full-disk' });
      link.close();
      await index.stop();
    });

    function install(name: string, lines: string[] = []) {
      const source = { indexUrl: index.url, trustedHosts: [new URL(index.url).host], certificates: '' };
      const hooks = { onLine: (line: string) => lines.push(line), signal: new AbortController().signal };
      return store.build({ packageManager: 'pip', packages: { [name]: '' }, source }, hooks);
    }

    test('is reported as such, leaves nothing behind, and keeps the previous packages', {
      timeout: 240_000,
    }, async () => {
      const before = await install('small');
      expect(before.versions).toEqual({ small: '1.0' });
      const lines: string[] = [];
      const failure = await install('filler', lines).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'LayerError', fault: 'disk_full' });
      expect(explainFailure({ manager: 'pip', fault: 'disk_full' }, lines)).toContain(
        'disk of the sandbox engine is full',
      );
      expect(await listLayers(instanceId)).toEqual([before.id]);
      expect(await listInstallers(instanceId)).toEqual([]);
    });
  },
  { keepsWarm: false },
);

/** The real engine, but that every volume is a disk of its own, and a small one. */
function withSmallDisks(docker: Docker): Docker {
  const small = Object.create(docker) as Docker;
  small.createVolume = ((options: Docker.VolumeCreateOptions) =>
    docker.createVolume({ ...options, Driver: 'local', DriverOpts: disk })) as Docker['createVolume'];
  return small;
}

function readinessOf(fixture: Fixture, link: EngineLink) {
  const image = { id: sandboxImage(fixture), versions: {} };
  const connection = { link, image } as never;
  return { current: () => connection, wait: async () => connection } as never;
}
