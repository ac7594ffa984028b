import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { startApiServer } from '../../test/support/kubernetes/api-server.ts';
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
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-bench-cluster-'));
  const server = await startApiServer();
  const reference = `registry.example.com/strongroom-sandbox@sha256:${'0'.repeat(64)}`;
  const node = await runPodsAsContainers(server, { docker, images: { [reference]: imageId } });
  const authority = Buffer.from(server.authority).toString('base64');
  const kubeconfig = join(folder, 'config');
  const cluster = { server: server.url, 'certificate-authority-data': authority };
  const context = { cluster: 'fake', user: 'fake' };
  const named = (key: string, value: object) => [{ name: 'fake', [key]: value }];
  const config = { clusters: named('cluster', cluster), users: named('user', { token: server.token }) };
  writeFileSync(kubeconfig, JSON.stringify({ ...config, contexts: named('context', context) }), { mode: 0o600 });
  const images = join(folder, 'images.json');
  const versions = { python: '3.13', javascript: '24', typescript: '24', bash: '5.2' };
  writeFileSync(images, JSON.stringify({ format: 1, images: [{ family: 'base', reference, versions }] }));
  return {
    description: 'the fake cluster of the tests, whose pods are containers of the same Docker engine',
    flags: flagsOf('fake', server.namespace, images),
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
