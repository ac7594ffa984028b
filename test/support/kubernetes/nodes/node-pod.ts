/** A pod on the fake node, with its faults. */
import type { Attachment } from '../pod-attachments.ts';
import type { StoredPod } from '../pod-store.ts';
import { StatusError } from '../status-error.ts';
import { livePod, type NodeContext, type PodState } from './pod-life.ts';
import { specOf } from './pod-spec.ts';
import { lostStatus, type PodFailure } from './pod-status.ts';

export interface NodePod {
  /** Undefined until its container is created. */
  containerId(): string | undefined;
  /** @throws StatusError if no client can attach now */
  admit(): void;
  attach(attachment: Attachment): Promise<void>;
  /** Ends the container, and removes it and the pod. Does nothing on a lost node. */
  delete(graceSeconds: number): Promise<void>;
  /** Ends the container. The pod stays as a failed one. */
  fail(failure: PodFailure, graceSeconds: number): Promise<void>;
  /** The memory limit was reached: the kernel kills a process, or the node the whole container. */
  reachMemoryLimit(): Promise<void>;
  /** Cuts all connections. The container continues where no client can reach it. */
  lose(): void;
  /** The control plane notices that the node is lost. */
  reportLoss(): void;
  /** Kills and removes the container, also on a lost node. Resolves when nothing of it is left. */
  clear(): Promise<void>;
}

const defaultGraceSeconds = 30;
const deadlineFailure = {
  reason: 'DeadlineExceeded',
  message: 'Pod was active on the node longer than the specified deadline',
};

/** Begins the life of a pod that was created. */
export function startNodePod(pod: StoredPod, context: NodeContext): NodePod {
  const { uid } = pod.metadata;
  const { terminationGracePeriodSeconds = defaultGraceSeconds } = specOf(pod).spec;
  const state: PodState = { hasEnded: false, hasGroupKill: false, isOutOfMemory: false, isLost: false };
  const attachments = new Set<Attachment>();
  const ending = new AbortController();
  const begun = Promise.withResolvers<void>();
  const onDeadline = () => context.track(fail(deadlineFailure, terminationGracePeriodSeconds));
  const lived = livePod({ pod, state, context, signal: ending.signal, onRunning: begun.resolve, onDeadline });
  context.track(lived);
  void lived.then(begun.resolve);

  /** Ends the container. One that is about to start is ended after its start. */
  async function end(graceSeconds: number): Promise<void> {
    ending.abort();
    await begun.promise;
    await state.container?.end(graceSeconds);
    await lived;
  }

  async function fail(failure: PodFailure, graceSeconds: number): Promise<void> {
    state.failure ??= failure;
    await end(graceSeconds);
  }

  let cleared: Promise<void> | undefined;
  let shortestGrace = Number.POSITIVE_INFINITY;

  async function clear(): Promise<void> {
    ending.abort();
    await begun.promise;
    await state.container?.remove();
    await lived;
  }

  /** A second call can only shorten the grace. */
  async function remove(graceSeconds: number): Promise<void> {
    if (state.isLost || cleared !== undefined || graceSeconds >= shortestGrace) return;
    shortestGrace = graceSeconds;
    await end(graceSeconds);
    cleared ??= clear();
    await cleared;
    context.remove(uid);
  }

  return {
    containerId: () => state.container?.id,
    admit: () => admit(pod, state),
    attach: async (attachment) => {
      attachments.add(attachment);
      await state.container?.attach(attachment).catch(attachment.cut);
      attachments.delete(attachment);
    },
    delete: remove,
    fail,
    reachMemoryLimit: async () => {
      state.isOutOfMemory = true;
      if (state.hasGroupKill) await state.container?.end(0);
    },
    lose: () => {
      state.isLost = true;
      for (const attachment of attachments) attachment.cut();
    },
    reportLoss: () =>
      context.change(uid, (stored) => {
        stored.status = lostStatus(stored.status);
      }),
    clear: () => {
      cleared ??= clear();
      return cleared;
    },
  };
}

/** Refuses a client as an API server and a kubelet do. @throws StatusError */
function admit({ metadata: { name } }: StoredPod, { startedAt, hasEnded, isLost }: PodState): void {
  if (isLost)
    throw new StatusError(500, 'InternalError', 'error dialing backend: dial tcp 10.0.0.1:10250: i/o timeout');
  if (startedAt === undefined) throw new StatusError(404, 'NotFound', `container not found in pod ${name}`);
  if (hasEnded) throw new StatusError(500, 'InternalError', `container of pod ${name} is in CONTAINER_EXITED state`);
}
