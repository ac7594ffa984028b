/** The Kubernetes engine at a fake cluster whose pods run as containers. */
import { afterAll, beforeAll } from 'vitest';
import type { Engine } from '../../../src-daemon/engine/engine.ts';
import { selectorOf } from '../../../src-daemon/engine/kubernetes/connection/reap-pods.ts';
import type { ListedImage } from '../../../src-daemon/engine/kubernetes/images/image-list.ts';
import {
  createKubernetesRunner,
  type KubernetesEngineOptions,
} from '../../../src-daemon/engine/kubernetes/kubernetes-engine.ts';
import { findLanguage } from '../../../src-daemon/engine/languages/languages.ts';
import { createQueuedEngine } from '../../../src-daemon/engine/queued-engine.ts';
import { type ApiServer, startApiServer } from '../../support/kubernetes/api-server.ts';
import { writeKubeconfigOf, writeNew } from '../../support/kubernetes/cluster-files.ts';
import {
  type ContainerPods,
  type ContainerPodsOptions,
  runPodsAsContainers,
} from '../../support/kubernetes/container-pods.ts';
import { newTestInstance } from '../../support/leftovers/instances.ts';
import { until } from '../../support/until.ts';
import { type Fixture, sandboxImage, silentLog } from '../docker/docker-fixture.ts';
import type { TestedCluster } from './cluster-suite.ts';
import { imageName } from './fake-cluster/cluster-fixture.ts';

export interface ClusterFixture extends TestedCluster {
  server: ApiServer;
  node: ContainerPods;
  instanceId: string;
}

export interface ClusterFixtureOptions {
  node?: Partial<ContainerPodsOptions>;
  /** No image can be pulled. */
  isRegistryDown?: boolean;
  /** Fields of a manifest that the server drops. */
  droppedFields?: readonly string[];
  /** Actions that the user of the kubeconfig may not do: `create pods`. */
  denied?: readonly string[];
  engine?: Partial<KubernetesEngineOptions>;
}

/** Gives a suite a cluster with an engine that is ready. Nothing of it may be left. */
export function clusterEngineOf(fixture: () => Fixture, options: ClusterFixtureOptions = {}): () => ClusterFixture {
  let cluster: ClusterFixture | undefined;
  beforeAll(async () => {
    cluster = await startClusterEngine(fixture(), options);
    const status = cluster.engine.status();
    if (status.status !== 'ready') throw new Error(`the cluster is ${JSON.stringify(status)}`);
  });
  afterAll(async () => {
    await cluster?.engine.stop();
    // The object of a pod whose processes have ended is removed before its container.
    await until(async () => (await cluster?.node.containers())?.length === 0);
    await cluster?.node.stop();
    await cluster?.server.stop();
  });
  return () => {
    if (cluster === undefined) throw new Error('the cluster is there in tests only');
    return cluster;
  };
}

/** Starts a cluster and an engine, which may fail to become ready. */
export async function startClusterEngine(
  fixture: Fixture,
  options: ClusterFixtureOptions = {},
): Promise<ClusterFixture> {
  const server = await startApiServer();
  const images = { [imageName]: sandboxImage(fixture) };
  const node = await runPodsAsContainers(server, { docker: fixture.docker, images, ...options.node });
  node.isRegistryDown = options.isRegistryDown ?? false;
  for (const field of options.droppedFields ?? []) server.pods.droppedFields.add(field);
  for (const action of options.denied ?? []) server.denied.add(action);
  const { engine, instanceId } = newClusterEngine(server, fixture.engine, options.engine);
  await engine.start();
  const selector = selectorOf(instanceId);
  const podNames = async () =>
    server.pods.list({ selector, limit: 1000, continued: undefined }).items.map(({ metadata }) => metadata.name);
  return { server, node, engine, instanceId, podNames };
}

/** Makes an engine at a fake cluster, with the versions of another engine of the same image. */
export function newClusterEngine(
  server: ApiServer,
  other: Engine,
  options: Partial<KubernetesEngineOptions> = {},
): { engine: Engine; instanceId: string } {
  const image: ListedImage = { family: 'base', reference: imageName, versions: baseVersions(other) };
  return newEngineAt(image, { ...accessTo(server), ...options });
}

/** Returns the options with which an engine reaches a fake cluster. */
export function accessTo(server: ApiServer) {
  const paths = [writeKubeconfigOf(server)];
  return { source: { kind: 'kubeconfig' as const, paths, context: 'test', env: {} }, namespace: server.namespace };
}

/** Makes an engine at any cluster, which is not started and keeps no warm pods. @param image of the base languages */
export function newEngineAt(
  image: ListedImage,
  options: Pick<KubernetesEngineOptions, 'source' | 'namespace'> &
    Partial<KubernetesEngineOptions> & { /** Reference of the image that installs packages. */ installer?: string },
): { engine: Engine; instanceId: string } {
  const instanceId = options.instanceId ?? newTestInstance();
  const installer = options.installer === undefined ? {} : { installer: { reference: options.installer } };
  const imagesFile = writeNew('images.json', JSON.stringify({ format: 1, images: [image], ...installer }));
  const defaults = { imagesFile, keepsWarm: false, log: silentLog, environment: process.env };
  const engine = createQueuedEngine((front) => createKubernetesRunner({ ...defaults, ...options, instanceId }, front));
  return { engine, instanceId };
}

/** Returns the versions of the base image, as another engine has read them. */
export function baseVersions(engine: Engine): Record<string, string> {
  const isBase = (id: string) => findLanguage(id)?.family === 'base';
  return Object.fromEntries(
    engine.languages().flatMap(({ id, version }) => (isBase(id) && version !== null ? [[id, version]] : [])),
  );
}

/** Returns how many pods were created so far. */
export function creationCount({ requests }: ApiServer): number {
  return requests.filter((request) => request.startsWith('POST ') && request.endsWith('/pods')).length;
}
