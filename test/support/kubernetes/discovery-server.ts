/** A fake API server that has no objects: it lists the kinds that kubectl looks up before it sends anything. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface DiscoveryServer {
  url: string;
  /** The method and the path of each request. */
  requests: string[];
  stop(): Promise<void>;
}

/** The kinds of each version: the name of the resource, and whether it is in a namespace. */
const kinds: Readonly<Record<string, Readonly<Record<string, readonly [name: string, isNamespaced: boolean]>>>> = {
  v1: {
    Namespace: ['namespaces', false],
    ServiceAccount: ['serviceaccounts', true],
    ResourceQuota: ['resourcequotas', true],
    LimitRange: ['limitranges', true],
  },
  'rbac.authorization.k8s.io/v1': { Role: ['roles', true], RoleBinding: ['rolebindings', true] },
  'networking.k8s.io/v1': { NetworkPolicy: ['networkpolicies', true] },
};

const groups = Object.keys(kinds).filter((name) => name !== 'v1');

const documents: Readonly<Record<string, unknown>> = {
  '/api': { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupOf) },
  ...Object.fromEntries(Object.keys(kinds).map((name) => [pathOf(name), resourcesOf(name)])),
};

/** Starts the server on 127.0.0.1, without TLS. Each object that is asked for does not exist. */
export async function startDiscoveryServer(): Promise<DiscoveryServer> {
  const requests: string[] = [];
  const server = createServer(({ method, url = '' }, answer) => {
    const { pathname } = new URL(url, 'http://server');
    requests.push(`${method} ${pathname}`);
    const document = method === 'GET' ? documents[pathname] : undefined;
    if (document !== undefined) return send(answer, 200, document);
    send(answer, 404, { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function send(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function pathOf(groupVersion: string): string {
  return groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`;
}

function groupOf(groupVersion: string) {
  const [name, version] = groupVersion.split('/');
  return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
}

function resourcesOf(groupVersion: string) {
  const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];
  const resources = Object.entries(kinds[groupVersion] ?? {}).map(([kind, [name, namespaced]]) => {
    return { kind, name, singularName: kind.toLowerCase(), namespaced, verbs };
  });
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}
