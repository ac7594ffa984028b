/** The leases of the fake API server. The pods that belong to a lease are deleted after it. */
import { randomUUID } from 'node:crypto';
import type { PodStore, StoredPod } from './pod-store.ts';
import { StatusError } from './status-error.ts';

export interface StoredLease {
  kind: 'Lease';
  apiVersion: 'coordination.k8s.io/v1';
  metadata: { name: string; uid: string; resourceVersion: string; labels: Record<string, string> };
  spec: Record<string, unknown>;
}

export interface LeaseStore {
  create(manifest: unknown): StoredLease;
  get(name: string): StoredLease;
  delete(name: string, uid?: string): StoredLease;
}

export function createLeaseStore(pods: PodStore): LeaseStore {
  const leases = new Map<string, StoredLease>();
  let version = 0;

  function find(name: string): StoredLease {
    const lease = leases.get(name);
    if (lease === undefined) throw new StatusError(404, 'NotFound', `leases.coordination.k8s.io "${name}" not found`);
    return lease;
  }

  const hasOwner = ({ metadata }: StoredPod) => {
    const owners = (metadata.ownerReferences ?? []).filter(({ kind }) => kind === 'Lease');
    return owners.length === 0 || owners.some(({ name, uid }) => leases.get(name)?.metadata.uid === uid);
  };

  /** Deletes the pods whose lease does not exist, in the background, as the garbage collector of a cluster does. */
  function collect(): void {
    setImmediate(() => {
      const { items } = pods.list({ selector: '', limit: Number.POSITIVE_INFINITY, continued: undefined });
      for (const pod of items) {
        const { name, uid, deletionTimestamp } = pod.metadata;
        if (deletionTimestamp === undefined && !hasOwner(pod)) pods.delete(name, uid);
      }
    });
  }

  pods.changes.on('change', ({ type, object }) => {
    if (type === 'ADDED' && !hasOwner(object)) collect();
  });

  return {
    create: (manifest) => {
      const { metadata, spec = {} } = manifest as Partial<StoredLease>;
      const name = metadata?.name ?? '';
      if (name === '') throw new StatusError(422, 'Invalid', 'Lease "" is invalid: metadata.name: Required value');
      if (leases.has(name))
        throw new StatusError(409, 'AlreadyExists', `leases.coordination.k8s.io "${name}" already exists`);
      version++;
      const lease: StoredLease = {
        ...{ kind: 'Lease', apiVersion: 'coordination.k8s.io/v1' },
        metadata: { name, uid: randomUUID(), resourceVersion: String(version), labels: metadata?.labels ?? {} },
        spec,
      };
      leases.set(name, lease);
      return lease;
    },
    get: find,
    delete: (name, uid) => {
      const lease = find(name);
      if (uid !== undefined && uid !== lease.metadata.uid)
        throw new StatusError(409, 'Conflict', `the UID in the precondition (${uid}) does not match`);
      leases.delete(name);
      collect();
      return lease;
    },
  };
}
