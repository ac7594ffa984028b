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
import { describeWithDocker, type Fixture, run, sandboxImage } from '../docker/docker-fixture.ts';
import { baseVersions, newEngineAt } from './cluster-engine.ts';
import { defineClusterSuite, type TestedCluster } from './cluster-suite.ts';

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
      });

      defineClusterSuite(current);

      test('has no connection to its API server, whether or not the cluster closes its network', async () => {
        const { hostname, port } = current().api.cluster.server;
        const code = `import socket\ntry:\n socket.create_connection(("${hostname}", ${port}), 3)\n print("open")\nexcept OSError:\n print("closed")`;
        const result = await run(current().engine, { language: 'python', code, timeoutMs: 60_000 });
        expect(result.stdout).toBe('closed\n');
      });
    },
    { keepsWarm: false },
  );

interface RealCluster extends TestedCluster {
  api: ClusterApi;
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
  const versions = baseVersions(fixture.engine);
  const [image] = await pushImages([{ family: 'base', id: sandboxImage(fixture), versions }], push);
  const { engine, instanceId } = newEngineAt(image as ListedImage, { source, namespace });
  await engine.start();
  const api = createClusterApi(await readCluster(source, namespace));
  const podNames = async () => (await createPods(api).list(selectorOf(instanceId))).pods.map(({ name }) => name);
  return { engine, api, podNames };
}
