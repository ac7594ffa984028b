import { z } from 'zod';

/** A pod, as far as the daemon uses it. */
export interface Pod {
  name: string;
  uid: string;
  /** Changes with each change of the pod. Versions are compared for equality only. */
  resourceVersion: string;
  labels: Readonly<Record<string, string>>;
  phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
  /** Why the pod failed as a whole: `Evicted`, `DeadlineExceeded`. */
  reason: string | undefined;
  /** True if a node was chosen for it. */
  hasNode: boolean;
  /** True if no node has room for it now. */
  isUnschedulable: boolean;
  /** True if its deletion has begun. */
  isEnding: boolean;
  containers: readonly ContainerStatus[];
}

export interface ContainerStatus {
  name: string;
  state: 'waiting' | 'running' | 'terminated';
  /** Why it waits (`ErrImagePull`) or was terminated (`OOMKilled`, `Error`, `Completed`). */
  reason: string | undefined;
  /** Undefined unless the container was terminated. */
  exitCode: number | undefined;
}

/** The name of an object: it becomes a part of a path. */
const Name = z
  .string()
  .max(253)
  .regex(/^[a-z0-9][a-z0-9.-]*$/);
const Word = z.string().max(256);
const Version = z.string().min(1).max(128);
const State = z.object({ reason: Word.optional(), exitCode: z.int().optional() });

const StatusOfContainer = z.object({
  name: Name,
  state: z.object({ waiting: State.optional(), running: State.optional(), terminated: State.optional() }).optional(),
});

const Condition = z.object({ type: Word, status: Word, reason: Word.optional() });

const PodStatus = z.object({
  phase: z.enum(['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown']).default('Pending'),
  reason: Word.optional(),
  conditions: z.array(Condition).max(64).default([]),
  containerStatuses: z.array(StatusOfContainer).max(32).default([]),
});

/** A pod in an answer of the API server. It has more fields, which are not read. */
export const PodObject = z.object({
  metadata: z.object({
    name: Name,
    uid: Version,
    resourceVersion: Version,
    labels: z.record(z.string().max(317), z.string().max(63)).default({}),
    deletionTimestamp: Word.optional(),
  }),
  status: PodStatus.default({ phase: 'Pending', conditions: [], containerStatuses: [] }),
});

export function readPod({ metadata, status }: z.infer<typeof PodObject>): Pod {
  const { name, uid, resourceVersion, labels, deletionTimestamp } = metadata;
  const scheduled = status.conditions.find(({ type }) => type === 'PodScheduled');
  return {
    ...{ name, uid, resourceVersion, labels },
    phase: status.phase,
    reason: status.reason,
    hasNode: scheduled?.status === 'True',
    isUnschedulable: scheduled?.status === 'False' && scheduled.reason === 'Unschedulable',
    isEnding: deletionTimestamp !== undefined,
    containers: status.containerStatuses.map(readContainer),
  };
}

/** A container without a state is waiting (core/v1 ContainerState). */
function readContainer({ name, state = {} }: z.infer<typeof StatusOfContainer>): ContainerStatus {
  const { waiting, running, terminated } = state;
  if (terminated !== undefined)
    return { name, state: 'terminated', reason: terminated.reason, exitCode: terminated.exitCode };
  if (running !== undefined) return { name, state: 'running', reason: undefined, exitCode: undefined };
  return { name, state: 'waiting', reason: waiting?.reason, exitCode: undefined };
}
