import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { readOpenApi } from '../../src-shared/service.contract.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import { openApiDocument } from './document.ts';

interface OpenApiDeps {
  version: string;
  url: () => string;
  resourcesDir: string;
}

/** Swagger UI styles itself by attributes; its script comes from this origin alone. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The OpenAPI document and, at /docs, a page to read it and try it with; both work offline. */
export function mountOpenApi(host: EndpointHost, { version, url, resourcesDir }: OpenApiDeps): void {
  mountEndpoints(
    host,
    { readOpenApi },
    { readOpenApi: () => ({ ...openApiDocument(host.mounted, { version, url: url() }) }) },
  );
  const library = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')));
  const page = join(resourcesDir, 'docs-page');
  host.router.use('/docs', (request, response, next) => {
    response.locals.route = '/docs';
    response.setHeader('Content-Security-Policy', pagePolicy);
    // Files go whole or, where the client has them, as a 304: no part, and no refusal by a condition.
    for (const name of ['if-match', 'if-unmodified-since', 'range']) delete request.headers[name];
    next();
  });
  const staticFiles = { index: false, redirect: false, cacheControl: false, dotfiles: 'deny' } as const;
  host.router.get('/docs', (_request, response) =>
    response.sendFile(join(page, 'index.html'), { cacheControl: false }),
  );
  host.router.use('/docs', express.static(page, staticFiles));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])
    host.router.get(`/docs/${name}`, (_request, response) =>
      response.sendFile(join(library, name), { cacheControl: false }),
    );
}
