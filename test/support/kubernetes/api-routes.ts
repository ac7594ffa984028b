/** The requests that the fake API server answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiServer } from './api-server.ts';
import { discoveryOf, type FakeGroups } from './discovery.ts';
import type { AttachTarget } from './pod-attachments.ts';
import { StatusError } from './status-error.ts';

/** A request for an object or for all objects of a kind. */
interface ApiCall {
  server: ApiServer;
  /** `pods` or `leases`. */
  resource: string;
  /** Empty if the request is for all. */
  name: string;
  query: URLSearchParams;
  body: RequestBody;
}

interface RequestBody {
  gracePeriodSeconds?: number;
  preconditions?: { uid?: string };
  spec?: { resourceAttributes?: ResourceAttributes };
}

interface ResourceAttributes {
  namespace?: string;
  verb?: string;
  resource?: string;
  subresource?: string;
}

const all = ['create', 'delete', 'get', 'list', 'watch'];

const groups: FakeGroups = {
  v1: [
    { name: 'pods', kind: 'Pod', verbs: all },
    { name: 'pods/attach', kind: 'PodAttachOptions', verbs: ['create', 'get'] },
  ],
  'coordination.k8s.io/v1': [{ name: 'leases', kind: 'Lease', verbs: ['create', 'delete', 'get'] }],
  'authorization.k8s.io/v1': [{ name: 'selfsubjectaccessreviews', kind: 'SelfSubjectAccessReview', verbs: ['create'] }],
};

/** The part of the path before the namespace, for each kind of object. */
const roots = { pods: '/api/v1', leases: '/apis/coordination.k8s.io/v1' };
const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

/** Answers a request. @throws StatusError */
export async function serve(server: ApiServer, request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { method = '' } = request;
  const { pathname, searchParams: query } = new URL(request.url ?? '', server.url);
  const body = await readBody(request);
  if (method === 'GET' && pathname === '/version') return send(answer, 200, server.version);
  if (method === 'POST' && pathname === reviews) return send(answer, 201, review(server, body));
  const discovery = method === 'GET' ? discoveryOf(groups, pathname) : undefined;
  if (discovery !== undefined) return send(answer, 200, discovery);
  const call = { server, ...findObject(server, pathname), query, body };
  if (call.resource === 'leases') return send(answer, method === 'POST' ? 201 : 200, serveLease(call, method));
  if (method === 'GET' && call.name === '' && ['1', 'true'].includes(query.get('watch') ?? '')) {
    requireAccess(server, 'watch pods');
    const { labels, fields } = selectorsOf(query);
    return server.watches.open(answer, { selector: labels, fields, version: Number(query.get('resourceVersion')) });
  }
  send(answer, method === 'POST' ? 201 : 200, servePod(call, method));
}

/** @throws StatusError if the body is not JSON: some clients send protobuf */
async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const text = Buffer.concat(await request.toArray()).toString('utf8');
  if (text === '') return {};
  if (request.headers['content-type']?.startsWith('application/json') !== true)
    throw new StatusError(415, 'UnsupportedMediaType', 'the body of the request was in an unknown format');
  return JSON.parse(text);
}

function servePod({ server, name, query, body }: ApiCall, method: string): object {
  const { pods, deletions } = server;
  if (method === 'POST') {
    requireAccess(server, 'create pods');
    return pods.create(body);
  }
  if (method === 'DELETE') {
    requireAccess(server, 'delete pods');
    deletions.push(body);
    return pods.delete(name, body.preconditions?.uid, body.gracePeriodSeconds);
  }
  requireAccess(server, name === '' ? 'list pods' : 'get pods');
  if (name !== '') return pods.get(name);
  const { labels, fields } = selectorsOf(query);
  const limit = Number(query.get('limit') ?? Number.POSITIVE_INFINITY);
  return pods.list({ selector: labels, fields, limit, continued: query.get('continue') ?? undefined });
}

function serveLease({ server, name, body }: ApiCall, method: string): object {
  const { leases } = server;
  if (method === 'POST') {
    requireAccess(server, 'create leases');
    return leases.create(body);
  }
  if (method === 'DELETE') {
    requireAccess(server, 'delete leases');
    return leases.delete(name, body.preconditions?.uid);
  }
  requireAccess(server, 'get leases');
  return leases.get(name);
}

function selectorsOf(query: URLSearchParams): { labels: string; fields: string } {
  return { labels: query.get('labelSelector') ?? '', fields: query.get('fieldSelector') ?? '' };
}

/** Returns the object of a path. @throws StatusError as a server does for what the user's role does not name */
function findObject({ namespace }: ApiServer, pathname: string): { resource: string; name: string } {
  for (const [resource, root] of Object.entries(roots)) {
    const folder = `${root}/namespaces/${namespace}/${resource}`;
    if (pathname === folder) return { resource, name: '' };
    if (pathname.startsWith(`${folder}/`))
      return { resource, name: decodeURIComponent(pathname.slice(folder.length + 1)) };
  }
  throw new StatusError(403, 'Forbidden', `pods is forbidden: no access to ${pathname}`);
}

function requireAccess({ denied }: ApiServer, action: string): void {
  if (denied.has(action)) throw new StatusError(403, 'Forbidden', `pods is forbidden: the user cannot ${action}`);
}

/** Answers whether the user may do something in the namespace (SelfSubjectAccessReview). */
function review({ namespace: own, denied }: ApiServer, { spec }: RequestBody): object {
  const { namespace, verb, resource, subresource = '' } = spec?.resourceAttributes ?? {};
  const allowed = namespace === own && !denied.has(`${verb} ${resource}${subresource && `/${subresource}`}`);
  return {
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec,
    status: { allowed },
  };
}

/** Returns the container of a request for an attached stream. @throws StatusError */
export function attachTarget(server: ApiServer, request: IncomingMessage): AttachTarget {
  const { pathname, searchParams } = new URL(request.url ?? '', server.url);
  const pod = findObject(server, pathname).name.slice(0, -'/attach'.length);
  requireAccess(server, 'get pods/attach');
  server.pods.get(pod);
  const container = searchParams.get('container') ?? '';
  return { pod, container, hasErrors: ['1', 'true'].includes(searchParams.get('stderr') ?? '') };
}

/** Sends the error of a request that failed. */
export async function respond(answer: ServerResponse, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StatusError) send(answer, error.code, error.object);
    else answer.destroy();
  }
}

function send(answer: ServerResponse, status: number, object: object): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(object));
}
