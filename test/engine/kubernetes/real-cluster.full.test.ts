/**
 * The suite of the engine at a real cluster: STRONGROOM_KUBECONFIG names its kubeconfig, whose current context and
 * namespace are used, and STRONGROOM_KUBE_REGISTRY a registry that this machine can push to and its nodes can pull from.
 * It leaves no pod. Tests of planted faults run at the fake cluster only.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openPush, pushImages } from '../../../src-daemon/engine/docker/registry/push-images.ts';
import { selectorOf } from '../../../src-daemon/engine/kubernetes/connection/reap-pods.ts';
import type { ListedImage } from '../../../src-daemon/engine/kubernetes/images/image-list.ts';
import { parseRegistry, type Registry } from '../../../src-daemon/engine/kubernetes/images/image-reference.ts';
import { type ClusterApi, createClusterApi } from '../../../src-daemon/engine/kubernetes/link/api.ts';
import { createPods } from '../../../src-daemon/engine/kubernetes/link/pods.ts';
import { readCluster } from '../../../src-daemon/engine/kubernetes/link/read-cluster.ts';
import { type PackageIndex, startPackageIndex } from '../../daemon/packages/package-index.ts';
import { buildWheel } from '../../daemon/packages/wheels.ts';
import type { TestNameServer } from '../../support/network/name-server.ts';
import { describeWithDocker, type Fixture, run, sandboxImage } from '../docker/docker-fixture.ts';
import { installPackage } from '../docker/packages/install-package.ts';
import { baseVersions, newEngineAt } from './cluster-engine.ts';
import { defineClusterSuite, loopbackProgram, type TestedCluster } from './cluster-suite.ts';
import { named, pushInstallerOf, startIndexNames } from './packages/cluster-packages.ts';

const { STRONGROOM_KUBECONFIG: kubeconfig, STRONGROOM_KUBE_REGISTRY: registry } = process.env;
const namespace = process.env.STRONGROOM_KUBE_NAMESPACE ?? 'default';

if (kubeconfig === undefined || registry === undefined)
  test.skip('a real cluster: STRONGROOM_KUBECONFIG and STRONGROOM_KUBE_REGISTRY name none', () => {});
else
  describeWithDocker(
    'an engine at a real cluster',
    (fixture) => {
      let cluster: RealCluster | undefined;
      const current = () => {
        if (cluster === undefined) throw new Error('the cluster is there in tests only');
        return cluster;
      };

      beforeAll(async () => {
        cluster = await startEngine(fixture(), kubeconfig, registry);
        expect(cluster.engine.status()).toMatchObject({ name: 'kubernetes', status: 'ready', place: 'cluster' });
      });

      afterAll(async () => {
        await cluster?.engine.stop();
        expect(await cluster?.podNames()).toEqual([]);
        cluster?.api.close();
        cluster?.names.stop();
        await cluster?.index.stop();
      });

      defineClusterSuite(current);

      test('has no connection to its API server, whether or not the cluster closes its network', async () => {
        const { hostname, port } = current().api.cluster.server;
        const code = `import socket\ntry:\n socket.create_connection(("${hostname}", ${port}), 3)\n print("open")\nexcept OSError:\n print("closed")`;
        const result = await run(current().engine, { language: 'python', code, timeoutMs: 60_000 });
        expect(result.stdout).toBe('closed\n');
      });

      test('gives programs the loopback interface and packages where it closes its network, and says why not elsewhere', async () => {
        const { engine, index } = current();
        index.publish(buildWheel({ name: 'greeting', version: '1.2', files: { 'greeting.py': 'TEXT = "hello"\n' } }));
        const program = { language: 'python', code: loopbackProgram, timeoutMs: 60_000 };
        const isClosed = (await run(engine, program)).exitCode === 0;
        const source = { indexUrl: named(index.url) };
        const installing = installPackage(engine, { packageManager: 'pip', name: 'greeting', source });
        if (!isClosed) {
          await expect(installing).rejects.toMatchObject({ message: expect.stringContaining('network policies') });
          return;
        }
        const layer = await installing;
        const code = 'import greeting; print(greeting.TEXT)';
        const result = await run(engine, { language: 'python', code, layer: layer.id, timeoutMs: 60_000 });
        expect(result).toMatchObject({ status: 'succeeded', stdout: 'hello\n' });
        expect(await engine.layers?.list()).toEqual([layer.id]);
        expect(await engine.layers?.remove(layer.id)).toBe(true);
        expect(await engine.layers?.list()).toEqual([]);
      });
    },
    { keepsWarm: false },
  );

interface RealCluster extends TestedCluster {
  api: ClusterApi;
  index: PackageIndex;
  names: TestNameServer;
}

async function startEngine(fixture: Fixture, path: string, target: string): Promise<RealCluster> {
  const context = parse(readFileSync(path, 'utf8'))['current-context'] as string;
  const source = { kind: 'kubeconfig' as const, paths: [path], context, env: process.env };
  const push = await openPush({
    docker: fixture.docker,
    registry: parseRegistry(target) as Registry,
    environment: process.env,
    onLine: () => {},
  });
  const id = sandboxImage(fixture);
  const versions = baseVersions(fixture.engine);
  const [image] = await pushImages([{ family: 'base', id, versions }], push);
  const { reference: installer } = await pushInstallerOf(fixture, id, push);
  const names = await startIndexNames();
  const index = await startPackageIndex();
  const options = { source, namespace, installer, nameServers: () => [names.at] };
  const { engine, instanceId } = newEngineAt(image as ListedImage, options);
  await engine.start();
  const api = createClusterApi(await readCluster(source, namespace));
  const podNames = async () => (await createPods(api).list(selectorOf(instanceId))).pods.map(({ name }) => name);
  return { engine, api, podNames, index, names };
}
