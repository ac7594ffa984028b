import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response, Router } from 'express';
import { integrityOf } from '../http/replies/integrity.ts';
import { type InterfaceFile, readInterfaceFiles } from './interface-files.ts';
import { createPageHeaders } from './page-policy.ts';
import { serviceWorkerRemover } from './service-worker-remover.ts';

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
