/** The pods of the fake API server, with their versions and changes. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';

export interface StoredPod {
  metadata: {
    name: string;
    uid: string;
    resourceVersion: string;
    labels: Record<string, string>;
    deletionTimestamp?: string;
  };
  spec: Record<string, unknown>;
  status: Record<string, unknown>;
}

export interface PodChange {
  version: number;
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: StoredPod;
}

/** An error as the API reports it. */
export class StatusError extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  get object(): object {
    const { code, reason, message } = this;
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
  }
}

export interface ListRequest {
  selector: string;
  limit: number;
  continued: string | undefined;
}

export interface PodStore {
  /** Emits `change` with a PodChange. */
  changes: EventEmitter<{ change: [PodChange] }>;
  /** The greatest number of pods: more exceed the quota. */
  quota: number;
  version(): number;
  create(manifest: unknown): StoredPod;
  get(name: string): StoredPod;
  /** Replaces the status of a pod. */
  setStatus(name: string, status: Record<string, unknown>): void;
  delete(name: string, uid?: string): StoredPod;
  list(request: ListRequest): object;
  /** Returns the changes after a version. */
  since(version: number): PodChange[];
  /** Forgets all changes and lists so far: who continues from them gets 410. */
  expire(): void;
}

const nameRule = /^[a-z0-9][a-z0-9.-]*$/;

export function createPodStore(): PodStore {
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
    if (pods.size >= store.quota)
      throw new StatusError(403, 'Forbidden', `pods "${name}" is forbidden: exceeded quota: pods, requested: pods=1`);
    const labels = metadata?.labels ?? {};
    const pod = {
      metadata: { name, uid: randomUUID(), resourceVersion: '', labels },
      spec,
      status: { phase: 'Pending' },
    };
    pods.set(name, pod as StoredPod);
    return record('ADDED', pod as StoredPod);
  }

  const store: PodStore = {
    changes,
    quota: Number.POSITIVE_INFINITY,
    version: () => version,
    create,
    get: (name) => structuredClone(find(name)),
    setStatus: (name, status) => {
      const pod = find(name);
      pod.status = status;
      record('MODIFIED', pod);
    },
    delete: (name, uid) => {
      const pod = find(name);
      if (uid !== undefined && uid !== pod.metadata.uid)
        throw new StatusError(409, 'Conflict', `the UID in the precondition (${uid}) does not match`);
      pod.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
      record('MODIFIED', pod);
      pods.delete(name);
      return record('DELETED', pod);
    },
    list: ({ selector, limit, continued }) => {
      const { after, at } = readToken(continued) ?? { after: '', at: version };
      requireNew(at);
      const found = [...pods.values()]
        .filter((pod) => pod.metadata.name > after && matches(pod, selector))
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

/** Returns true if a pod has all labels of a selector such as `role=sandbox,instance=abc`. */
export function matches({ metadata }: StoredPod, selector: string): boolean {
  const pairs = selector.split(',').filter((pair) => pair !== '');
  return pairs.every((pair) => {
    const [label = '', value] = pair.split('=');
    return metadata.labels[label] === value;
  });
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
