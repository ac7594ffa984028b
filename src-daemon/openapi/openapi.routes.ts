import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOpenApi } from '../../src-shared/contracts/service.contract.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import { integrityOf } from '../http/replies/integrity.ts';
import { openApiDocument } from './document.ts';

interface OpenApiDeps {
  version: string;
  url: () => string;
  resourcesDir: string;
}

/** Swagger UI styles itself by attributes; its script comes from this origin alone. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const ownFiles = ['show-api.js'];
const libraryFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

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
    response.setHeader('Integrity-Policy', 'blocked-destinations=(script)');
    // Files go whole or, where the client has them, as a 304: no part, and no refusal by a condition.
    for (const name of ['if-match', 'if-unmodified-since', 'range']) delete request.headers[name];
    next();
  });
  const fileOf = (name: string) => join(ownFiles.includes(name) ? page : library, name);
  let coveredPage: string | undefined;
  host.router.get('/docs', (_request, response) => {
    coveredPage ??= addIntegrity(readFileSync(join(page, 'index.html'), 'utf8'), fileOf);
    response.type('html').send(coveredPage);
  });
  for (const name of [...ownFiles, ...libraryFiles])
    host.router.get(`/docs/${name}`, (_request, response) => response.sendFile(fileOf(name), { cacheControl: false }));
}

/** Gives each script and style of the page the hash of its file, so that a browser runs no other bytes. */
function addIntegrity(html: string, fileOf: (name: string) => string): string {
  return html.replace(
    /(?:<script crossorigin src|<link rel="stylesheet" crossorigin href)="\/docs\/([^"]+)"/g,
    (tag, name: string) => `${tag} integrity="${integrityOf(readFileSync(fileOf(name)))}"`,
  );
}
