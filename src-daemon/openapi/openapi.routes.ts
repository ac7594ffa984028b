import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOpenApi } from '../../src-shared/contracts/service.contract.ts';
import { PreparedReply } from '../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import { integrityOf } from '../http/replies/integrity.ts';
import { openApiDocument } from './document.ts';

interface OpenApiDeps {
  version: string;
  url: () => string;
  resourcesDir: string;
}

/** Swagger UI uses style attributes, hence 'unsafe-inline' for styles. Scripts are allowed from this origin only. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const ownFiles = ['show-api.js'];
const libraryFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Serves the OpenAPI document and, at /docs, a page to read it and try it out. Both work offline. */
export function mountOpenApi(host: EndpointHost, { version, url, resourcesDir }: OpenApiDeps): void {
  let document: PreparedReply | undefined;
  mountEndpoints(
    host,
    { readOpenApi },
    {
      readOpenApi: () => {
        document ??= new PreparedReply(openApiDocument(host.mounted, { version, url: url() }));
        return document;
      },
    },
  );
  const library = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')));
  const page = join(resourcesDir, 'docs-page');
  host.router.use('/docs', (request, response, next) => {
    response.locals.route = '/docs';
    response.setHeader('Content-Security-Policy', pagePolicy);
    response.setHeader('Integrity-Policy', 'blocked-destinations=(script)');
    // Files are sent completely, or as a 304. Ranges and failing conditions are not supported.
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

/** Adds the hash of its file to each script and style of the page, so that a browser uses no other content. */
function addIntegrity(html: string, fileOf: (name: string) => string): string {
  return html.replace(
    /(?:<script crossorigin src|<link rel="stylesheet" crossorigin href)="\/docs\/([^"]+)"/g,
    (tag, name: string) => `${tag} integrity="${integrityOf(readFileSync(fileOf(name)))}"`,
  );
}
