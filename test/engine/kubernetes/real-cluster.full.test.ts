/**
 * The suite of the engine at a real cluster: STRONGROOM_KUBECONFIG names its kubeconfig, whose current context and
 * namespace are used, and STRONGROOM_KUBE_REGISTRY a registry that this machine can push to and its nodes can pull from.
 * It leaves no pod. Tests of planted faults run at the fake cluster only.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { selectorOf } from '../../../src-daemon/engine/kubernetes/connection/reap-pods.ts';
import { createKubernetesRunner } from '../../../src-daemon/engine/kubernetes/kubernetes-engine.ts';
import { createClusterApi } from '../../../src-daemon/engine/kubernetes/link/api.ts';
import { createPods, type Pods } from '../../../src-daemon/engine/kubernetes/link/pods.ts';
import { readCluster } from '../../../src-daemon/engine/kubernetes/link/read-cluster.ts';
import { createQueuedEngine } from '../../../src-daemon/engine/queued-engine.ts';
import { writeNew } from '../../support/kubernetes/cluster-files.ts';
import { newTestInstance } from '../../support/leftovers/instances.ts';
import { describeWithDocker, type Fixture, run, sandboxImage, silentLog } from '../docker/docker-fixture.ts';
import { defineClusterSuite, type TestedCluster } from './cluster-suite.ts';

const { STRONGROOM_KUBECONFIG: kubeconfig, STRONGROOM_KUBE_REGISTRY: registry } = process.env;
const namespace = process.env.STRONGROOM_KUBE_NAMESPACE ?? 'default';

if (kubeconfig === undefined || registry === undefined)
  test.skip('a real cluster: STRONGROOM_KUBECONFIG and STRONGROOM_KUBE_REGISTRY name none', () => {});
else
  describeWithDocker(
    'an engine at a real cluster',
    (fixture) => {
      let cluster: (TestedCluster & { pods: Pods }) | undefined;
      const current = () => {
        if (cluster === undefined) throw new Error('the cluster is there in tests only');
        return cluster;
      };

      beforeAll(async () => {
        cluster = await startEngine(fixture(), kubeconfig, registry);
        expect(cluster.engine.status()).toEqual({ name: 'kubernetes', status: 'ready' });
      });

      afterAll(async () => {
        await cluster?.engine.stop();
        expect(await cluster?.podNames()).toEqual([]);
      });

      defineClusterSuite(current);

      test('has no connection to its API server, whether or not the cluster closes its network', async () => {
        const { hostname, port } = new URL(serverOf(kubeconfig));
        const code = `import socket\ntry:\n socket.create_connection(("${hostname}", ${port}), 3)\n print("open")\nexcept OSError:\n print("closed")`;
        const result = await run(current().engine, { language: 'python', code, timeoutMs: 60_000 });
        expect(result.stdout).toBe('closed\n');
      });
    },
    { keepsWarm: false },
  );

async function startEngine(fixture: Fixture, path: string, target: string): Promise<TestedCluster & { pods: Pods }> {
  const reference = await push(fixture, target);
  const versions = Object.fromEntries(
    fixture.engine.languages().flatMap(({ id, version }) => (version === null ? [] : [[id, version]])),
  );
  const list = { format: 1, images: [{ family: 'base', reference, versions }] };
  const source = {
    kind: 'kubeconfig' as const,
    paths: [path],
    context: parse(readFileSync(path, 'utf8'))['current-context'] as string,
    env: process.env,
  };
  const instanceId = newTestInstance();
  const engine = createQueuedEngine((front) =>
    createKubernetesRunner(
      {
        ...{
          source,
          namespace,
          instanceId,
          log: silentLog,
          keepsWarm: false,
        },
        imagesFile: writeNew('images.json', JSON.stringify(list)),
      },
      front,
    ),
  );
  await engine.start();
  const pods = createPods(createClusterApi(await readCluster(source, namespace)));
  const podNames = async () => (await pods.list(selectorOf(instanceId))).pods.map(({ name }) => name);
  return { engine, pods, podNames };
}

/** Pushes the image of the sandboxes, and returns its name with the digest. */
async function push(fixture: Fixture, target: string, name = `${target}/strongroom-sandbox`): Promise<string> {
  const { docker } = fixture;
  await docker.getImage(sandboxImage(fixture)).tag({ repo: name, tag: 'test' });
  const stream = await docker
    .getImage(`${name}:test`)
    .push({ authconfig: { username: '', password: '', serveraddress: target } });
  const events = await new Promise<{ aux?: { Digest?: string }; error?: string }[]>((resolve, reject) =>
    docker.modem.followProgress(stream, (error, output) => (error ? reject(error) : resolve(output))),
  );
  await docker.getImage(`${name}:test`).remove();
  const digest = events.find(({ aux }) => aux?.Digest !== undefined)?.aux?.Digest;
  if (digest === undefined) throw new Error(`the image was not pushed: ${JSON.stringify(events.at(-1))}`);
  return `${name}@${digest}`;
}

function serverOf(path: string): string {
  return parse(readFileSync(path, 'utf8')).clusters[0].cluster.server;
}
