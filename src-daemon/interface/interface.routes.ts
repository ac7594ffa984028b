import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler, Response, Router } from 'express';
import mimeTypes from 'mime-types';
import { integrityOf } from '../http/replies/integrity.ts';
import { createPageHeaders } from './page-policy.ts';

/**
 * Service worker that unregisters itself, deletes the caches, and reloads its pages. The interface has no service worker. If
 * another program registered one while it used the port, a browser that checks for a newer version gets this one.
 */
const serviceWorkerRemover = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: 'window' })) await client.navigate(client.url).catch(() => {});
}
`;

const noncePlaceholder = /__CSP_NONCE__/g;
const pageKeyPlaceholder = '__PAGE_KEY__';

interface InterfaceDeps {
  /** Folder of the built interface. */
  folder: string;
  /** Creates the id and key with which a page recognizes this daemon. */
  issuePageKey: () => string;
}

/**
 * Serves the built interface at `/`: the page and its hashed assets, without any data of accounts and without a credential.
 * If the interface was not built, `/` redirects to `/docs`.
 */
export function mountInterface(router: Router, { folder, issuePageKey }: InterfaceDeps): void {
  const files = readInterfaceFiles(folder);
  const page = files.get('/index.html')?.content.toString('utf8');
  const headers = createPageHeaders(page ?? '');
  const covered = new Set([...files.keys()].filter((path) => isCovered(page, files.get(path))));
  router.use(removeServiceWorkers);
  router.get('/', (_request, response) => {
    response.locals.route = '/';
    if (page === undefined) return response.redirect('/docs');
    sendPage(response, page);
  });
  for (const path of ['/icon.svg', '/assets/:name'])
    router.get(path, (request, response, next) => {
      const file = files.get(request.path);
      if (file === undefined) return next();
      response.locals.route = path;
      sendFile(response, file, covered.has(request.path));
    });

  function sendPage(response: Response, html: string): void {
    const nonce = randomBytes(16).toString('base64');
    response.set(headers(nonce));
    response.type('html').send(html.replace(noncePlaceholder, nonce).replace(pageKeyPlaceholder, issuePageKey));
  }
}

/** Returns true if the page contains the file's hash, so that a browser uses no other content. */
function isCovered(page = '', file?: InterfaceFile): boolean {
  return file !== undefined && page.includes(`"${integrityOf(file.content)}"`);
}

/** Sends a file. A browser may cache it if the page contains its hash, because its name then changes with its content. */
function sendFile(response: Response, { mediaType, content }: InterfaceFile, isCovered: boolean): void {
  if (isCovered) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.setHeader('Content-Type', mediaType);
  response.end(content);
}

/** Answers a browser that asks for the script of a service worker (Service Workers, "Service-Worker: script"). */
const removeServiceWorkers: RequestHandler = (request, response, next) => {
  if (request.method !== 'GET' || request.get('service-worker') !== 'script') return next();
  response.locals.route = 'service worker';
  response.set({ 'Content-Type': 'text/javascript; charset=utf-8', 'Service-Worker-Allowed': '/' });
  response.end(serviceWorkerRemover);
};

interface InterfaceFile {
  mediaType: string;
  content: Buffer;
}

/**
 * Reads all files of the built interface, by path (`/index.html`, `/assets/…`); empty if it was not built. The files are
 * read once, so that an open window still finds its remaining files while the folder is built again.
 */
function readInterfaceFiles(folder: string): ReadonlyMap<string, InterfaceFile> {
  if (!existsSync(folder)) return new Map();
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => [
      path.slice(folder.length).replaceAll('\\', '/'),
      {
        mediaType: mimeTypes.contentType(path.replace(/^.*[\\/]/, '')) || 'application/octet-stream',
        content: readFileSync(path),
      },
    ]),
  );
}
