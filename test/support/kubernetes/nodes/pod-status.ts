/** The status of a pod as a kubelet writes it (Kubernetes API, PodStatus v1 core). */
import { timestamp } from '../pod-store.ts';
import type { ContainerExit } from './node-container.ts';
import type { ContainerSpec } from './pod-spec.ts';

type Status = Record<string, unknown>;

/** Why a pod as a whole has failed: `Evicted`, `DeadlineExceeded`. */
export interface PodFailure {
  reason: string;
  message: string;
}

export function unschedulableStatus(): Status {
  const message = '0/1 nodes are available: 1 Insufficient memory.';
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
  return { phase: 'Pending', conditions: [condition] };
}

/** @param reason `ContainerCreating`, `ErrImagePull`, `ImagePullBackOff`, `CreateContainerError` */
export function waitingStatus(container: ContainerSpec, reason: string, message?: string): Status {
  const state = { waiting: { reason, ...(message !== undefined && { message }) } };
  return { ...common('Pending'), containerStatuses: [containerStatus(container, state)] };
}

export function runningStatus(container: ContainerSpec, startedAt: string): Status {
  return { ...common('Running'), containerStatuses: [containerStatus(container, { running: { startedAt } })] };
}

interface Ended {
  /** When the container started; undefined if it could not start. */
  startedAt?: string | undefined;
  exit: ContainerExit;
  /** Why the pod failed, if not because of its container. */
  failure?: PodFailure | undefined;
  /** Why the container could not start. */
  startError?: string | undefined;
}

export function endedStatus(container: ContainerSpec, { startedAt, exit, failure, startError }: Ended): Status {
  const { exitCode } = exit;
  const terminated = {
    exitCode,
    reason: startError === undefined ? reasonOf(exit) : 'StartError',
    ...(startError !== undefined && { message: startError }),
    ...(startedAt !== undefined && { startedAt }),
    finishedAt: timestamp(),
  };
  const phase = exitCode === 0 && failure === undefined ? 'Succeeded' : 'Failed';
  return { ...common(phase), ...failure, containerStatuses: [containerStatus(container, { terminated })] };
}

/** The status of a pod that failed before it had a container. */
export function failedStatus(failure: PodFailure): Status {
  return { phase: 'Failed', ...failure };
}

/** The status that the control plane sets when the node of a pod no longer answers. */
export function lostStatus(status: Status): Status {
  return { ...status, phase: 'Unknown', reason: 'NodeLost', message: 'The node of the pod does not answer.' };
}

function reasonOf({ exitCode, isOutOfMemory }: ContainerExit): string {
  if (exitCode === 0) return 'Completed';
  return isOutOfMemory ? 'OOMKilled' : 'Error';
}

function common(phase: string): Status {
  const isReady = phase === 'Running' ? 'True' : 'False';
  const conditions = [
    { type: 'PodScheduled', status: 'True' },
    { type: 'Ready', status: isReady },
  ];
  return { phase, conditions, qosClass: 'Burstable' };
}

function containerStatus({ name, image }: ContainerSpec, state: object): object {
  const isRunning = 'running' in state;
  return { name, image, imageID: '', restartCount: 0, ready: isRunning, started: isRunning, state, lastState: {} };
}
