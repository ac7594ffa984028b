import { randomBytes } from 'node:crypto';
import type { Response, Router } from 'express';
import { type InterfaceFile, readInterfaceFiles } from './interface-files.ts';

const noncePlace = /__CSP_NONCE__/g;
const scriptPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

/**
 * Serves the built interface at `/`: an open page and its hashed assets, nothing of any account. Where it was not
 * built, `/` leads to the API's own page.
 */
export function mountInterface(router: Router, folder: string): void {
  const files = readInterfaceFiles(folder);
  const page = files.get('/index.html')?.content.toString('utf8');
  router.get('/', (_request, response) => {
    response.locals.route = '/';
    if (page === undefined) response.redirect('/docs');
    else sendPage(response, page);
  });
  for (const path of ['/prelude.js', '/icon.svg', '/assets/:name'])
    router.get(path, (request, response, next) => {
      const file = files.get(request.path);
      if (file === undefined) return next();
      response.locals.route = path;
      sendFile(response, file, path === '/assets/:name');
    });
}

function sendPage(response: Response, page: string): void {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader('Content-Security-Policy', pagePolicy(nonce));
  response.type('html').send(page.replace(noncePlace, nonce));
}

/** The name of an asset changes with its content, so that a browser may keep it. */
function sendFile(response: Response, { mediaType, content }: InterfaceFile, isHashed: boolean): void {
  if (isHashed) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  // A worker goes by the policy of its own file, not by the page's.
  if (mediaType.includes('javascript')) response.setHeader('Content-Security-Policy', scriptPolicy);
  response.setHeader('Content-Type', mediaType);
  response.end(content);
}

/** No inline script; styles that CodeMirror adds at run time carry the nonce; WebAssembly is Argon2's. */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
