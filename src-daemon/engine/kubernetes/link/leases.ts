import { z } from 'zod';
import type { ClusterApi } from './api.ts';
import { ApiError } from './api-error.ts';

/** A Lease of the namespace, which owns pods: the cluster deletes them after it. */
export interface OwnerLease {
  name: string;
  uid: string;
}

const LeaseObject = z.object({ metadata: z.object({ uid: z.string().min(1).max(128) }) });

/**
 * Returns the Lease of a name, and creates it if there is none. Kubernetes API, coordination.k8s.io/v1.
 * @throws ApiError, ClusterConfigError
 */
export async function ensureLease(api: ClusterApi, name: string, signal: AbortSignal): Promise<OwnerLease> {
  const body = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name }, spec: {} };
  const path = folderOf(api);
  try {
    const { metadata } = await api.call({ method: 'POST', path, body, signal }, LeaseObject);
    return { name, uid: metadata.uid };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'conflict') throw error;
    const { metadata } = await api.call({ method: 'GET', path: [...path, name], signal }, LeaseObject);
    return { name, uid: metadata.uid };
  }
}

/** Deletes a Lease, if it exists. The cluster then deletes the pods that it owns. @throws ApiError, ClusterConfigError */
export async function deleteLease(api: ClusterApi, name: string): Promise<void> {
  try {
    await api.call({ method: 'DELETE', path: [...folderOf(api), name] }, z.object({}));
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'not_found') throw error;
  }
}

function folderOf({ cluster }: ClusterApi): string[] {
  return ['apis', 'coordination.k8s.io', 'v1', 'namespaces', cluster.namespace, 'leases'];
}
