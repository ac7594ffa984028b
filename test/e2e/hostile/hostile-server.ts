import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface HostileServer {
  /** Requests that it received. */
  seen: readonly Seen[];
  close(): Promise<void>;
}

/** Hostile code as a page, a module, a style and a service worker; it marks the page where it runs. */
const hostile: Record<string, { type: string; content: string }> = {
  page: {
    type: 'text/html; charset=utf-8',
    content:
      '<!doctype html><title>Hostile</title><script>navigator.serviceWorker.register("/sw.js", { scope: "/" })</script>',
  },
  script: { type: 'text/javascript; charset=utf-8', content: 'globalThis.pwned = true; export default 1;' },
  style: { type: 'text/css; charset=utf-8', content: ':root { --pwned: yes }' },
  serviceWorker: {
    type: 'text/javascript; charset=utf-8',
    content: `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(new Response('<title>Hostile</title>', { headers: { 'content-type': 'text/html' } }));
});`,
  },
};

/** Starts a program at the daemon's port that answers every request, cacheable for a year. */
export async function startHostileServer(port: number): Promise<HostileServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void record(request).then((entry) => {
      seen.push(entry);
      answer(request, response);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    seen,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function record(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = '', url = '', headers } = request;
  return { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
}

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (url.startsWith('/api/')) {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ proof: Buffer.alloc(32).toString('base64') }));
    return;
  }
  const kind = kindOf(url, headers['service-worker'] === 'script');
  response.setHeader('Content-Type', hostile[kind]?.type ?? '');
  response.end(hostile[kind]?.content);
}

function kindOf(url: string, isServiceWorker: boolean): string {
  if (isServiceWorker) return 'serviceWorker';
  if (url.endsWith('.js')) return 'script';
  return url.endsWith('.css') ? 'style' : 'page';
}
