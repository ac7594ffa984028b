/** The pods of the fake API server, with their versions and changes. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { matches } from './pod-selection.ts';
import { StatusError } from './status-error.ts';

/** The object that a pod belongs to: the pod is deleted after it. */
export interface OwnerReference {
  kind: string;
  name: string;
  uid: string;
}

export interface StoredPod {
  kind: 'Pod';
  apiVersion: 'v1';
  metadata: {
    name: string;
    namespace: string;
    uid: string;
    resourceVersion: string;
    creationTimestamp: string;
    labels: Record<string, string>;
    annotations?: Record<string, string>;
    ownerReferences?: OwnerReference[];
    deletionTimestamp?: string;
    deletionGracePeriodSeconds?: number;
  };
  spec: Record<string, unknown>;
  status: Record<string, unknown>;
}

export interface PodChange {
  version: number;
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: StoredPod;
}

export interface ListRequest {
  /** Labels: `role=sandbox,instance=abc`. */
  selector: string;
  /** Fields: `metadata.name=one`. */
  fields?: string | undefined;
  limit: number;
  continued: string | undefined;
}

interface PodList {
  kind: 'PodList';
  apiVersion: 'v1';
  metadata: { resourceVersion: string; continue?: string };
  items: StoredPod[];
}

export interface PodStore {
  /** Emits `change` with a PodChange. */
  changes: EventEmitter<{ change: [PodChange] }>;
  /** The greatest number of pods that have not ended: more exceed the quota. */
  quota: number;
  /** Fields at any depth of `spec` that the server does not know and drops, as an older one drops `hostUsers`. */
  droppedFields: Set<string>;
  version(): number;
  create(manifest: unknown): StoredPod;
  get(name: string): StoredPod;
  /** Replaces the status of a pod. */
  setStatus(name: string, status: Record<string, unknown>): void;
  /** Changes a pod. Returns false if it no longer exists. */
  change(uid: string, edit: (pod: StoredPod) => void): boolean;
  /**
   * Deletes a pod. One that runs on a node (`spec.nodeName`) stays until the node removes it, unless the grace is 0.
   * @param graceSeconds by default that of the pod
   */
  delete(name: string, uid?: string, graceSeconds?: number): StoredPod;
  /** Removes a pod, as a node does after its containers have ended. */
  remove(uid: string): void;
  list(request: ListRequest): PodList;
  /** Returns the changes after a version. */
  since(version: number): PodChange[];
  /** Forgets all changes and lists so far: who continues from them gets 410. */
  expire(): void;
}

const nameRule = /^[a-z0-9][a-z0-9.-]*$/;
/** The grace of a pod that names none. */
const defaultGraceSeconds = 30;

export function createPodStore(namespace = 'sandboxes'): PodStore {
  const pods = new Map<string, StoredPod>();
  const changes = new EventEmitter<{ change: [PodChange] }>();
  let log: PodChange[] = [];
  let version = 1000;
  let oldest = version;

  function record(type: PodChange['type'], pod: StoredPod): StoredPod {
    version++;
    pod.metadata.resourceVersion = String(version);
    const change = { version, type, object: structuredClone(pod) };
    log.push(change);
    changes.emit('change', change);
    return change.object;
  }

  function find(name: string): StoredPod {
    const pod = pods.get(name);
    if (pod === undefined) throw new StatusError(404, 'NotFound', `pods "${name}" not found`);
    return pod;
  }

  function requireNew(since: number): void {
    if (since < oldest) throw new StatusError(410, 'Expired', `too old resource version: ${since} (${oldest})`);
  }

  function create(manifest: unknown): StoredPod {
    const { metadata, spec } = manifest as Partial<StoredPod>;
    const name = metadata?.name ?? '';
    if (!nameRule.test(name) || !Array.isArray(spec?.containers))
      throw new StatusError(422, 'Invalid', `Pod "${name}" is invalid: spec.containers: Required value`);
    if (pods.has(name)) throw new StatusError(409, 'AlreadyExists', `pods "${name}" already exists`);
    if ([...pods.values()].filter((pod) => !hasEnded(pod)).length >= store.quota)
      throw new StatusError(403, 'Forbidden', `pods "${name}" is forbidden: exceeded quota: pods, requested: pods=1`);
    const { labels = {}, annotations, ownerReferences } = metadata ?? {};
    const pod: StoredPod = {
      ...{ kind: 'Pod', apiVersion: 'v1' },
      metadata: {
        ...{ name, namespace, uid: randomUUID(), resourceVersion: '', creationTimestamp: timestamp(), labels },
        ...(annotations !== undefined && { annotations }),
        ...(ownerReferences !== undefined && { ownerReferences }),
      },
      spec: withoutFields(spec ?? {}, store.droppedFields),
      status: { phase: 'Pending' },
    };
    pods.set(name, pod);
    return record('ADDED', pod);
  }

  function remove(pod: StoredPod): StoredPod {
    pods.delete(pod.metadata.name);
    return record('DELETED', pod);
  }

  function findById(uid: string): StoredPod | undefined {
    return [...pods.values()].find(({ metadata }) => metadata.uid === uid);
  }

  function change(pod: StoredPod, edit: (pod: StoredPod) => void): StoredPod {
    edit(pod);
    return record('MODIFIED', pod);
  }

  function requestEnd(pod: StoredPod, graceSeconds: number): StoredPod {
    const { metadata } = pod;
    // A second request can only shorten the grace.
    const isLater = (metadata.deletionGracePeriodSeconds ?? Number.POSITIVE_INFINITY) <= graceSeconds;
    const ending = isLater
      ? structuredClone(pod)
      : change(pod, () => {
          metadata.deletionTimestamp = timestamp(graceSeconds);
          metadata.deletionGracePeriodSeconds = graceSeconds;
        });
    return graceSeconds === 0 ? remove(pod) : ending;
  }

  const store: PodStore = {
    changes,
    quota: Number.POSITIVE_INFINITY,
    droppedFields: new Set(),
    version: () => version,
    create,
    get: (name) => structuredClone(find(name)),
    setStatus: (name, status) => {
      change(find(name), (pod) => {
        pod.status = status;
      });
    },
    change: (uid, edit) => {
      const pod = findById(uid);
      if (pod !== undefined) change(pod, edit);
      return pod !== undefined;
    },
    delete: (name, uid, graceSeconds) => {
      const pod = find(name);
      if (uid !== undefined && uid !== pod.metadata.uid)
        throw new StatusError(409, 'Conflict', `the UID in the precondition (${uid}) does not match`);
      const { nodeName, terminationGracePeriodSeconds = defaultGraceSeconds } = pod.spec;
      const hasContainers = nodeName !== undefined && !hasEnded(pod);
      return requestEnd(pod, hasContainers ? (graceSeconds ?? Number(terminationGracePeriodSeconds)) : 0);
    },
    remove: (uid) => {
      const pod = findById(uid);
      if (pod !== undefined) remove(pod);
    },
    list: ({ selector, fields, limit, continued }) => {
      const { after, at } = readToken(continued) ?? { after: '', at: version };
      requireNew(at);
      const found = [...pods.values()]
        .filter((pod) => pod.metadata.name > after && matches(pod, selector, fields))
        .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
      const items = found.slice(0, limit);
      const token = found.length > limit ? writeToken({ after: items.at(-1)?.metadata.name ?? '', at }) : undefined;
      const metadata = { resourceVersion: String(at), ...(token !== undefined && { continue: token }) };
      return { kind: 'PodList', apiVersion: 'v1', metadata, items };
    },
    since: (from) => {
      requireNew(from);
      return log.filter((change) => change.version > from);
    },
    expire: () => {
      log = [];
      version++;
      oldest = version;
    },
  };
  return store;
}

function hasEnded({ status }: StoredPod): boolean {
  return status.phase === 'Succeeded' || status.phase === 'Failed';
}

/** Returns a time as the API writes it: the present one, or one that is some seconds later. */
export function timestamp(laterSeconds = 0): string {
  return `${new Date(Date.now() + laterSeconds * 1000).toISOString().slice(0, -'.000Z'.length)}Z`;
}

interface Token {
  after: string;
  at: number;
}

function writeToken(token: Token): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function readToken(text: string | undefined): Token | undefined {
  return text === undefined ? undefined : JSON.parse(Buffer.from(text, 'base64url').toString());
}

function withoutFields(spec: object, dropped: ReadonlySet<string>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(spec, (field, value) => (dropped.has(field) ? undefined : value)));
}
