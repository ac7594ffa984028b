import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { writeImageList } from '../../src-daemon/engine/kubernetes/images/image-list.ts';
import { startApiServer } from '../../test/support/kubernetes/api-server.ts';
import { writeKubeconfigOf } from '../../test/support/kubernetes/cluster-files.ts';
import { runPodsAsContainers } from '../../test/support/kubernetes/container-pods.ts';
import type { BenchDaemon } from '../measure/bench-daemon.ts';

/** A cluster for a daemon. */
export interface BenchCluster {
  /** Says what was measured. */
  description: string;
  /** The flags of a daemon that uses it. */
  flags: readonly string[];
  kubeconfig: string;
  /** Returns the number of requests that the API server has got; absent if it cannot be asked. */
  requestCount?(): number;
  stop(): Promise<void>;
}

export interface RealCluster {
  kubeconfig: string;
  namespace: string;
  /** The file of `--kube-images`. */
  images: string;
}

/** A cluster that exists. Its current context is used. */
export function openRealCluster({ kubeconfig, namespace, images }: RealCluster): BenchCluster {
  const context = String(parse(readFileSync(kubeconfig, 'utf8'))['current-context']);
  return {
    description: `the cluster of the context ${context}, namespace ${namespace}`,
    flags: flagsOf(context, namespace, images),
    kubeconfig,
    stop: async () => {},
  };
}

/** The fake cluster of the tests. Its pods are containers of the same engine that the Docker side has. */
export async function startFakeCluster({ docker, imageId }: BenchDaemon): Promise<BenchCluster> {
  const server = await startApiServer();
  const reference = `registry.example.com/strongroom-sandbox@sha256:${'0'.repeat(64)}`;
  const node = await runPodsAsContainers(server, { docker, images: { [reference]: imageId } });
  const kubeconfig = writeKubeconfigOf(server);
  const folder = dirname(kubeconfig);
  const images = join(folder, 'images.json');
  const versions = { python: '3.13', javascript: '24', typescript: '24', bash: '5.2' };
  await writeImageList(images, [{ family: 'base', reference, versions }], undefined);
  return {
    description: 'the fake cluster of the tests, whose pods are containers of the same Docker engine',
    flags: flagsOf('test', server.namespace, images),
    kubeconfig,
    requestCount: () => server.requests.length,
    stop: async () => {
      await node.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function flagsOf(context: string, namespace: string, images: string): string[] {
  return ['--engine', 'kubernetes', '--kube-context', context, '--kube-namespace', namespace, '--kube-images', images];
}
