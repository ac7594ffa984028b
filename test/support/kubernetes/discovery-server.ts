/** A fake API server that has no objects: it lists the kinds that kubectl looks up before it sends anything. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { discoveryOf, type FakeGroups } from './discovery.ts';

interface DiscoveryServer {
  url: string;
  /** The method and the path of each request. */
  requests: string[];
  stop(): Promise<void>;
}

const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

const groups: FakeGroups = {
  v1: [
    { name: 'namespaces', kind: 'Namespace', verbs, namespaced: false },
    { name: 'serviceaccounts', kind: 'ServiceAccount', verbs },
    { name: 'resourcequotas', kind: 'ResourceQuota', verbs },
    { name: 'limitranges', kind: 'LimitRange', verbs },
  ],
  'rbac.authorization.k8s.io/v1': [
    { name: 'roles', kind: 'Role', verbs },
    { name: 'rolebindings', kind: 'RoleBinding', verbs },
  ],
  'networking.k8s.io/v1': [{ name: 'networkpolicies', kind: 'NetworkPolicy', verbs }],
};

/** Starts the server on 127.0.0.1, without TLS. Each object that is asked for does not exist. */
export async function startDiscoveryServer(): Promise<DiscoveryServer> {
  const requests: string[] = [];
  const server = createServer(({ method, url = '' }, answer) => {
    const { pathname } = new URL(url, 'http://server');
    requests.push(`${method} ${pathname}`);
    const document = method === 'GET' ? discoveryOf(groups, pathname) : undefined;
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
