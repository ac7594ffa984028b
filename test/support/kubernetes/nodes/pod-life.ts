/** The life of a pod from its creation to the end of its container. */
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { type StoredPod, timestamp } from '../pod-store.ts';
import { containerOptions } from './container-options.ts';
import { type ContainerExit, createNodeContainer, type NodeContainer } from './node-container.ts';
import { type ContainerSpec, specOf } from './pod-spec.ts';
import {
  endedStatus,
  failedStatus,
  type PodFailure,
  runningStatus,
  unschedulableStatus,
  waitingStatus,
} from './pod-status.ts';

/** The node and the cluster, as each pod uses them. */
export interface NodeContext {
  docker: Docker;
  /** Changes a pod at the API server. Does nothing if it no longer exists. */
  change(uid: string, edit: (pod: StoredPod) => void): void;
  /** Removes a pod at the API server. */
  remove(uid: string): void;
  /** Resolves at once or when a node has capacity for the pod, after a call of `onFull`. Rejects when the signal aborts. */
  findCapacity(signal: AbortSignal, onFull: () => void): Promise<void>;
  /** Returns the time in ms until a container is created. */
  startLatencyMs(): number;
  /** Returns the image at the engine, or undefined if it cannot be pulled. */
  findImage(reference: string): Promise<string | undefined>;
  hasNetwork: boolean;
  hasGroupKill(): boolean;
  /** Limit of processes of a pod; none if undefined. */
  pids: number | undefined;
  labels: Readonly<Record<string, string>>;
  /** The folder of the logs of containers. */
  logFolder: string;
  /** Follows work in the background. */
  track(work: Promise<unknown>): void;
}

/** The state of a pod at its node. */
export interface PodState {
  container?: NodeContainer;
  startedAt?: string;
  hasEnded: boolean;
  failure?: PodFailure;
  /** True if the container ends as a whole at its memory limit. */
  hasGroupKill: boolean;
  isOutOfMemory: boolean;
  isLost: boolean;
}

export interface PodLife {
  pod: StoredPod;
  state: PodState;
  context: NodeContext;
  /** Aborts when the pod must not start any more. */
  signal: AbortSignal;
  /** Called when the container runs. */
  onRunning(): void;
  onDeadline(): void;
}

const nodeName = 'node-1';
const pullRetryMs = 200;
/** Longer timers of Node fire at once. */
const longestTimerMs = 2 ** 31 - 1;
/** The exit code that a runtime reports for a container that could not start. */
const startErrorCode = 128;

/** Resolves when the container has ended, or the pod ended without one. Never rejects. */
export async function livePod(life: PodLife): Promise<void> {
  const { pod, state, context, signal, onDeadline } = life;
  const { uid } = pod.metadata;
  const { spec, container } = specOf(pod);
  let timer: NodeJS.Timeout | undefined;
  try {
    // Watches report the creation before the first change.
    await setImmediate();
    signal.throwIfAborted();
    await context.findCapacity(signal, () => report(life, unschedulableStatus()));
    signal.throwIfAborted();
    context.change(uid, (stored) => {
      stored.spec.nodeName = nodeName;
      stored.status = { ...waitingStatus(container, 'ContainerCreating'), startTime: timestamp() };
    });
    const { activeDeadlineSeconds: seconds } = spec;
    if (seconds !== undefined) timer = setTimeout(onDeadline, Math.min(seconds * 1000, longestTimerMs));
    await sleep(context.startLatencyMs(), undefined, { signal });
    await runContainer(life, container, await pull(life, container));
  } catch (error) {
    if (state.failure !== undefined) report(life, failedStatus(state.failure));
    else if (!signal.aborted) report(life, failedStatus({ reason: 'Error', message: String(error) }));
  } finally {
    clearTimeout(timer);
    state.hasEnded = true;
  }
}

/** Returns the image at the engine. @throws the signal's reason */
async function pull(life: PodLife, container: ContainerSpec): Promise<string> {
  for (;;) {
    const image = await life.context.findImage(container.image);
    if (image !== undefined) return image;
    report(life, waitingStatus(container, 'ErrImagePull', `pull access denied for ${container.image}`));
    await sleep(pullRetryMs, undefined, { signal: life.signal });
    report(life, waitingStatus(container, 'ImagePullBackOff', `Back-off pulling image "${container.image}"`));
    await sleep(pullRetryMs, undefined, { signal: life.signal });
  }
}

async function runContainer(life: PodLife, manifest: ContainerSpec, image: string): Promise<void> {
  const { state, signal, onRunning } = life;
  const container = await create(life, manifest, image);
  state.container = container;
  signal.throwIfAborted();
  try {
    await container.start();
  } catch (error) {
    const exit = { exitCode: startErrorCode, isOutOfMemory: false };
    return report(life, endedStatus(manifest, { exit, startError: String(error) }));
  }
  state.startedAt = timestamp();
  report(life, runningStatus(manifest, state.startedAt));
  onRunning();
  const exit = await container.exited();
  state.hasEnded = true;
  report(life, endedStatus(manifest, ended(state, exit)));
}

/** Creates the container. If the engine refuses it, the pod waits for its deletion. @throws the signal's reason */
async function create(life: PodLife, manifest: ContainerSpec, image: string): Promise<NodeContainer> {
  const { pod, state, context, signal } = life;
  const { docker, hasNetwork, pids, logFolder } = context;
  const { name } = pod.metadata;
  try {
    state.hasGroupKill = context.hasGroupKill();
    const { hasGroupKill } = state;
    const labels = { ...context.labels, 'app.strongroom.pod': name };
    const options = containerOptions(pod, { image, hasNetwork, hasGroupKill, pids, labels });
    return await createNodeContainer(docker, options, join(logFolder, `${name}.log`));
  } catch (error) {
    report(life, waitingStatus(manifest, 'CreateContainerError', String(error)));
    if (!signal.aborted) await once(signal, 'abort');
    throw signal.reason;
  }
}

function ended({ startedAt, failure, isOutOfMemory }: PodState, exit: ContainerExit) {
  return { startedAt, failure, exit: { ...exit, isOutOfMemory: exit.isOutOfMemory || isOutOfMemory } };
}

/** Sets the status of a pod. A lost node cannot. */
function report({ pod, state, context }: PodLife, status: Record<string, unknown>): void {
  if (state.isLost) return;
  context.change(pod.metadata.uid, (stored) => {
    const { startTime } = stored.status;
    stored.status = { ...status, ...(startTime !== undefined && { startTime }) };
  });
}
