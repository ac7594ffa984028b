import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { ClusterApi } from './api.ts';
import { ApiError } from './api-error.ts';
import { type Pod, PodObject, readPod } from './pod.ts';

/** The pods of the namespace. Every call rejects as the calls of `ClusterApi` do. */
export interface Pods {
  /** @throws ApiError `conflict` if a pod has this name, `invalid`, `quota` */
  create(manifest: PodManifest, signal?: AbortSignal): Promise<Pod>;
  /** @throws ApiError `not_found` */
  get(name: string, signal?: AbortSignal): Promise<Pod>;
  /** Returns all pods that a label selector matches, and the version from which a watch continues. */
  list(selector: string, signal?: AbortSignal): Promise<PodList>;
  /**
   * Asks the cluster to end a pod. Its processes may still run when this resolves.
   * @throws ApiError `not_found`, or `conflict` if the pod of this name has another uid
   */
  delete(pod: Pick<Pod, 'name' | 'uid'>, options: DeleteOptions): Promise<void>;
  /** Opens the stream of changes after a version: one JSON a line. The server ends it after `seconds`. */
  watch(selector: string, options: WatchRequest): Promise<IncomingMessage>;
}

/** A pod that is to be created. The server adds the other fields. */
export interface PodManifest {
  metadata: {
    name: string;
    labels: Readonly<Record<string, string>>;
    annotations?: Readonly<Record<string, string>>;
    ownerReferences?: readonly object[];
  };
  spec: object;
}

export interface PodList {
  pods: Pod[];
  resourceVersion: string;
}

export interface DeleteOptions {
  /** Time between SIGTERM and SIGKILL. With 0 the pod is removed from the list before its processes end. */
  graceSeconds: number;
  signal?: AbortSignal;
}

export interface WatchRequest {
  resourceVersion: string;
  seconds: number;
  signal: AbortSignal;
}

/** The answer has at most 4 MiB, and a pod takes about 10 KiB. */
const pageSize = 200;
/** More pods than a namespace has. A server that continues without an end must not fill the memory. */
const largestPages = 500;

const Page = z.object({
  metadata: z.object({ resourceVersion: z.string().min(1).max(128), continue: z.string().max(8192).optional() }),
  items: z.array(PodObject).max(pageSize),
});

export function createPods(api: ClusterApi): Pods {
  const folder = ['api', 'v1', 'namespaces', api.cluster.namespace, 'pods'];

  async function list(labelSelector: string, signal?: AbortSignal): Promise<PodList> {
    const pods: Pod[] = [];
    let next: string | undefined;
    for (let pages = 0; pages < largestPages; pages++) {
      const query = { labelSelector, limit: String(pageSize), ...(next !== undefined && { continue: next }) };
      const { metadata, items } = await api.call({ method: 'GET', path: folder, query, signal }, Page);
      pods.push(...items.map(readPod));
      next = metadata.continue;
      if (!next) return { pods, resourceVersion: metadata.resourceVersion };
    }
    throw new ApiError('bad_answer', 'the list of pods of the API server has no end');
  }

  return {
    create: async (manifest, signal) => {
      const body = { apiVersion: 'v1', kind: 'Pod', ...manifest };
      return readPod(await api.call({ method: 'POST', path: folder, body, signal }, PodObject));
    },
    get: async (name, signal) => readPod(await api.call({ method: 'GET', path: [...folder, name], signal }, PodObject)),
    list,
    delete: async ({ name, uid }, { graceSeconds, signal }) => {
      const body = {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        gracePeriodSeconds: graceSeconds,
        preconditions: { uid },
      };
      await api.call({ method: 'DELETE', path: [...folder, name], body, signal }, z.object({}));
    },
    watch: (labelSelector, { resourceVersion, seconds, signal }) =>
      api.open({
        path: folder,
        query: {
          labelSelector,
          watch: '1',
          allowWatchBookmarks: 'true',
          resourceVersion,
          timeoutSeconds: String(seconds),
        },
        signal,
      }),
  };
}
