/** A node of the fake cluster: it runs the pods of the API server as local Docker containers. */
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { follow } from '../../../src-daemon/engine/docker/images/base-image.ts';
import { removeIfThere } from '../../../src-daemon/engine/docker/sandbox/reap.ts';
import { cleanUpAfterFile } from '../leftovers/clean-ups.ts';
import { newTestInstance } from '../leftovers/instances.ts';
import type { ApiServer } from './api-server.ts';
import { followMemoryLimits } from './nodes/memory-limits.ts';
import { type NodePod, startNodePod } from './nodes/node-pod.ts';
import type { NodeContext } from './nodes/pod-life.ts';
import { createWork } from './nodes/work.ts';
import type { PodChange } from './pod-store.ts';

export interface ContainerPodsOptions {
  docker: Docker;
  /** Ids of images at the engine, by the names in manifests. Others are images of the engine, or pulled by digest. */
  images?: Readonly<Record<string, string>>;
  /** The credentials with which images are pulled; none by default. */
  auth?: Docker.AuthConfig;
  /** Pods have a network, as in a cluster whose NetworkPolicy is not enforced. By default they have only loopback. */
  hasNetwork?: boolean;
  /** Limit of processes of a pod, which a kubelet may set; none by default. */
  pids?: number;
  /** The instance in the label of the containers; by default a new one, which the end of a test run looks for. */
  instanceId?: string;
}

/** The pods that run as containers. Settings apply to pods that are created later or wait. */
export interface ContainerPods {
  /** No node has capacity: pods stay `Pending` with the condition `Unschedulable` until it is false. */
  isFull: boolean;
  /** No image can be pulled: containers wait with `ErrImagePull`, then `ImagePullBackOff`, until it is false. */
  isRegistryDown: boolean;
  /** Time in ms until the container of a scheduled pod is created. */
  startLatencyMs: number;
  /** True if the kernel kills all processes of a pod at its memory limit, as nodes do since 1.28; else one of them. */
  hasGroupKill: boolean;
  /** Evicts a pod. Resolves when its container has ended and the status says so. */
  evict(name: string): Promise<void>;
  /**
   * The node of a pod no longer answers: its connections are cut, its container continues unseen, and the pod stays. After
   * `afterMs` the phase is `Unknown`.
   */
  loseNode(name: string, afterMs?: number): void;
  /** Returns all output of containers so far, which a node stores in files. */
  nodeLog(): Buffer;
  /** Lists the containers of the pods, running or not. */
  containers(): Promise<Docker.ContainerInfo[]>;
  /** Removes all containers. @throws the first error of the node */
  stop(): Promise<void>;
}

const lossMs = 200;
const eviction = { reason: 'Evicted', message: 'The node was low on resource: memory.' };

/**
 * Runs each pod that is created at a server as a container. The nodes have no user namespaces, so the server drops
 * `hostUsers` as one does that cannot give them; remove it from `droppedFields` for one that only claims to. What a failed
 * test leaves is removed after its file; outside of tests call `stop`.
 */
export async function runPodsAsContainers(server: ApiServer, options: ContainerPodsOptions): Promise<ContainerPods> {
  const { docker, images = {}, auth, hasNetwork = false, pids, instanceId = newTestInstance() } = options;
  const { pods: store, attachments } = server;
  const labels = { 'app.strongroom.instance': instanceId, 'app.strongroom.role': 'pod' };
  const logFolder = mkdtempSync(join(tmpdir(), 'node-log-'));
  const nodePods = new Map<string, NodePod>();
  const work = createWork();
  const capacity = createCapacity();
  const stopping = new AbortController();
  let stopped: Promise<void> | undefined;

  const context: NodeContext = {
    ...{ docker, hasNetwork, pids, labels, logFolder },
    change: store.change,
    remove: store.remove,
    track: work.track,
    findCapacity: capacity.find,
    startLatencyMs: () => pods.startLatencyMs,
    hasGroupKill: () => pods.hasGroupKill,
    findImage: async (name) =>
      pods.isRegistryDown ? undefined : (images[name] ?? (await findImage(docker, name, auth))),
  };

  function onChange({ type, object }: PodChange): void {
    const { uid, deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata;
    if (type === 'ADDED') nodePods.set(uid, startNodePod(object, context));
    const pod = nodePods.get(uid);
    if (pod === undefined || deletionTimestamp === undefined) return;
    work.track(pod.delete(type === 'DELETED' ? 0 : deletionGracePeriodSeconds));
  }

  function find(name: string): NodePod {
    const pod = nodePods.get(store.get(name).metadata.uid);
    if (pod === undefined) throw new Error(`${name} was created before the node`);
    return pod;
  }

  async function stop(): Promise<void> {
    stopping.abort();
    store.changes.off('change', onChange);
    await Promise.all([...nodePods.values()].map(({ clear }) => clear()));
    for (const { Id: id } of await listContainers(docker, labels)) await removeIfThere(docker.getContainer(id));
    endEvents();
    await work.settled().finally(() => rmSync(logFolder, { recursive: true }));
  }

  const pods: ContainerPods = {
    get isFull() {
      return capacity.isFull;
    },
    set isFull(value) {
      capacity.isFull = value;
    },
    isRegistryDown: false,
    startLatencyMs: 0,
    hasGroupKill: true,
    evict: (name) => find(name).fail(eviction, 0),
    loseNode: (name, afterMs = lossMs) => {
      const pod = find(name);
      pod.lose();
      const { signal } = stopping;
      work.track(sleep(afterMs, undefined, { signal }).then(pod.reportLoss, () => {}));
    },
    nodeLog: () => Buffer.concat(readdirSync(logFolder).map((file) => readFileSync(join(logFolder, file)))),
    containers: () => listContainers(docker, labels),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };

  const endEvents = await followMemoryLimits(docker, labels, (id) => {
    const pod = [...nodePods.values()].find((one) => one.containerId() === id);
    if (pod !== undefined) work.track(pod.reachMemoryLimit());
  });
  cleanUpAfterFile(pods.stop);
  store.droppedFields.add('hostUsers');
  store.changes.on('change', onChange);
  attachments.admit = ({ pod }) => find(pod).admit();
  attachments.onAttach = (attachment) => work.track(find(attachment.pod).attach(attachment));
  return pods;
}

interface Capacity {
  isFull: boolean;
  find: NodeContext['findCapacity'];
}

/** The capacity of the nodes for pods. */
function createCapacity(): Capacity {
  const changes = new EventEmitter<{ freed: [] }>().setMaxListeners(0);
  let isFull = false;
  return {
    get isFull() {
      return isFull;
    },
    set isFull(value) {
      isFull = value;
      if (!value) changes.emit('freed');
    },
    find: async (signal, onFull) => {
      if (isFull) onFull();
      while (isFull) await once(changes, 'freed', { signal });
    },
  };
}

/** Returns the id of an image at the engine, which pulls one by digest; undefined if there is none. */
async function findImage(
  docker: Docker,
  name: string,
  auth: Docker.AuthConfig | undefined,
): Promise<string | undefined> {
  const inspect = async () => (await docker.getImage(name).inspect()).Id;
  return inspect().catch(ifMissing(() => (name.includes('@sha256:') ? pull(docker, name, auth) : undefined)));
}

async function pull(docker: Docker, name: string, auth: Docker.AuthConfig | undefined): Promise<string | undefined> {
  try {
    await follow(docker, await docker.pull(name, auth === undefined ? {} : { authconfig: auth }), () => {});
    return (await docker.getImage(name).inspect()).Id;
  } catch {
    return undefined;
  }
}

function ifMissing<T>(use: () => T) {
  return (error: unknown): T => {
    if ((error as { statusCode?: number }).statusCode === 404) return use();
    throw error;
  };
}

function listContainers(docker: Docker, labels: Readonly<Record<string, string>>): Promise<Docker.ContainerInfo[]> {
  const label = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return docker.listContainers({ all: true, filters: { label } });
}
