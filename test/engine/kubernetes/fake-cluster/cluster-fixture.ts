/** A fake cluster whose pods run as containers of the engine of the suite. */
import { afterEach, beforeEach, expect } from 'vitest';
import { type ClusterApi, createClusterApi } from '../../../../src-daemon/engine/kubernetes/link/api.ts';
import { createPods, type Pods } from '../../../../src-daemon/engine/kubernetes/link/pods.ts';
import { type ApiServer, clusterOf, startApiServer } from '../../../support/kubernetes/api-server.ts';
import {
  type ContainerPods,
  type ContainerPodsOptions,
  runPodsAsContainers,
} from '../../../support/kubernetes/container-pods.ts';
import type { StoredPod } from '../../../support/kubernetes/pod-store.ts';
import { until } from '../../../support/until.ts';
import { type Fixture, sandboxImage } from '../../docker/docker-fixture.ts';

export interface FakeCluster {
  server: ApiServer;
  node: ContainerPods;
  api: ClusterApi;
  pods: Pods;
}

/** The image by its digest at a registry, as manifests name it. */
export const imageName = `registry.test/strongroom/sandbox@sha256:${'0'.repeat(64)}`;

/** Gives each test of the suite a cluster of its own, of which nothing may be left. */
export function clusterOfEach(fixture: () => Fixture, options: Partial<ContainerPodsOptions> = {}): () => FakeCluster {
  let cluster: FakeCluster | undefined;
  beforeEach(async () => {
    cluster = await start(fixture(), options);
  });
  afterEach(async () => {
    const { server, node, api } = cluster ?? {};
    await node?.stop();
    api?.close();
    await server?.stop();
    expect(await node?.containers()).toEqual([]);
  });
  return () => {
    if (cluster === undefined) throw new Error('the cluster is there in tests only');
    return cluster;
  };
}

async function start(fixture: Fixture, options: Partial<ContainerPodsOptions>): Promise<FakeCluster> {
  const server = await startApiServer();
  const images = { [imageName]: sandboxImage(fixture) };
  const node = await runPodsAsContainers(server, { docker: fixture.docker, images, ...options });
  const api = createClusterApi(clusterOf(server));
  return { server, node, api, pods: createPods(api) };
}

/** Returns a pod that runs a shell command as an unprivileged user. */
export function shellPod(name: string, command: string, changes: { spec?: object; container?: object } = {}) {
  const container = {
    ...{ name: 'sandbox', image: imageName, command: ['/bin/sh', '-c', command], stdin: true, stdinOnce: true },
    ...changes.container,
  };
  const spec = { securityContext: { runAsUser: 100_001, runAsGroup: 100_001 }, terminationGracePeriodSeconds: 1 };
  return { metadata: { name, labels: {} }, spec: { ...spec, ...changes.spec, containers: [container] } };
}

/** Waits until a pod has a phase, and returns it. */
export async function inPhase({ server }: FakeCluster, name: string, phase: string): Promise<StoredPod> {
  await until(() => server.pods.get(name).status.phase === phase);
  return server.pods.get(name);
}

/** Waits until the container of a pod waits for a reason. */
export async function waitsFor({ pods }: FakeCluster, name: string, reason: string): Promise<void> {
  await until(async () => (await pods.get(name)).containers[0]?.reason === reason);
}

/** Waits until a pod no longer exists at the API server. */
export async function removed({ server }: FakeCluster, name: string): Promise<void> {
  const exists = () => server.pods.list({ selector: '', limit: 99, continued: undefined }).items;
  await until(() => !exists().some(({ metadata }) => metadata.name === name));
}
