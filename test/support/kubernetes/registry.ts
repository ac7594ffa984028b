/**
 * A registry on 127.0.0.1 that a real engine pushes to and pulls from: the parts of the OCI distribution API that Docker
 * uses. It checks each digest. Docker accepts a registry at a loopback address without TLS.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createBlobStore, digestOf } from './registry-blobs.ts';
import { createManifestStore, type StoredManifest } from './registry-manifests.ts';

export interface Registry {
  /** `127.0.0.1:PORT` */
  host: string;
  /** The method and the path of each request. */
  requests: string[];
  /** The manifests by repository and then by digest or tag. */
  manifest(repository: string, reference: string): StoredManifest | undefined;
  /** Plants an error for the next upload of a blob. */
  refuseUpload(error: RegistryError): void;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

export interface RegistryOptions {
  /** Clients must log in, with any user name. */
  password?: string;
  /** Clients log in at a token service, which gives everyone a token that the password was sent for. */
  hasTokens?: boolean;
  /** Images cannot be deleted. */
  keepsImages?: boolean;
}

interface RegistryError {
  status: number;
  code: string;
  message: string;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** The name of the repository, and the rest of the path. */
  repository: string;
  kind: 'blobs' | 'manifests' | 'tags';
  rest: string;
}

export async function startRegistry(options: RegistryOptions = {}): Promise<Registry> {
  const { password, keepsImages = false } = options;
  const folder = mkdtempSync(join(tmpdir(), 'registry-'));
  const blobs = createBlobStore(folder);
  const manifests = createManifestStore();
  const requests: string[] = [];
  const refusals: RegistryError[] = [];
  /** The scope of each token. */
  const tokens = new Map<string, string>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://registry');
    requests.push(`${request.method} ${url.pathname}`);
    response.setHeader('docker-distribution-api-version', 'registry/2.0');
    if (url.pathname === '/token') return serveToken(request, response);
    if (!isAdmitted(request)) {
      const realm = `http://${request.headers.host}/token`;
      const challenge = options.hasTokens ? `Bearer realm="${realm}",service="test"` : 'Basic realm="test"';
      response.setHeader('www-authenticate', challenge);
      return refuse(response, unauthorized);
    }
    if (url.pathname === '/v2/') return void response.end('{}');
    const [, repository, kind, rest] =
      /^\/v2\/(.{1,200})\/(blobs|manifests|tags)\/(.{0,200})$/.exec(url.pathname) ?? [];
    if (repository === undefined || rest === undefined) return refuse(response, notFound);
    const exchange = { request, response, url, repository, kind: kind as Exchange['kind'], rest };
    if (kind === 'manifests') return serveManifest(exchange);
    if (kind === 'tags') return serveTags(exchange);
    return rest.startsWith('uploads/') ? serveUpload(exchange) : serveBlob(exchange);
  }

  async function serveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (password !== undefined && !hasPassword(request, password)) return refuse(response, unauthorized);
    const token = randomUUID();
    tokens.set(token, new URL(request.url ?? '', 'http://registry').searchParams.get('scope') ?? '');
    response.end(JSON.stringify({ token, expires_in: 300 }));
  }

  function isAdmitted(request: IncomingMessage): boolean | undefined {
    const { authorization = '' } = request.headers;
    if (options.hasTokens) {
      const scope = tokens.get(authorization.slice('Bearer '.length));
      return request.method === 'DELETE' ? scope?.endsWith(',delete') : scope !== undefined;
    }
    return password === undefined || hasPassword(request, password);
  }

  /** Each page has two tags at most. */
  async function serveTags({ response, url, repository }: Exchange): Promise<void> {
    const all = manifests.tags(repository);
    if (all.length === 0) return refuse(response, notFound);
    const from = all.indexOf(url.searchParams.get('last') ?? '') + 1;
    const tags = all.slice(from, from + tagsOfPage);
    if (from + tagsOfPage < all.length)
      response.setHeader('link', `</v2/${repository}/tags/list?last=${tags.at(-1)}>; rel="next"`);
    response.end(JSON.stringify({ name: repository, tags }));
  }

  async function serveBlob({ request, response, rest }: Exchange): Promise<void> {
    const size = await blobs.sizeOf(rest);
    if (size === undefined) return refuse(response, notFound);
    response.writeHead(200, { 'content-length': size, 'docker-content-digest': rest });
    if (request.method === 'HEAD') response.end();
    else blobs.read(rest).pipe(response);
  }

  async function serveUpload({ request, response, url, repository, rest }: Exchange): Promise<void> {
    const base = `/v2/${repository}/blobs`;
    if (request.method === 'POST') {
      const refusal = refusals.shift();
      if (refusal !== undefined) return refuse(response, refusal);
      const known = url.searchParams.get('mount');
      if (known !== null && (await blobs.sizeOf(known)) !== undefined)
        return created(response, `${base}/${known}`, known);
      response.writeHead(202, { location: `${base}/uploads/${randomUUID()}`, range: '0-0' });
      return void response.end();
    }
    const id = rest.slice('uploads/'.length);
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    const size = await blobs.append(id, request);
    if (request.method === 'PATCH') {
      response.writeHead(202, { location: `${base}/uploads/${id}`, range: `0-${Math.max(size - 1, 0)}` });
      return void response.end();
    }
    const digest = url.searchParams.get('digest') ?? '';
    if (!(await blobs.finish(id, digest))) return refuse(response, wrongDigest);
    created(response, `${base}/${digest}`, digest);
  }

  async function serveManifest({ request, response, repository, rest }: Exchange): Promise<void> {
    if (request.method === 'PUT') {
      const content = await buffer(request);
      const digest = digestOf(content);
      if (rest.startsWith('sha256:') && rest !== digest) return refuse(response, wrongDigest);
      for (const blob of blobsOf(content))
        if ((await blobs.sizeOf(blob)) === undefined) return refuse(response, noBlob);
      manifests.put(repository, rest, { content, digest, type: request.headers['content-type'] ?? '' });
      return created(response, `/v2/${repository}/manifests/${digest}`, digest);
    }
    if (request.method === 'DELETE') {
      if (keepsImages) return refuse(response, unsupported);
      if (!manifests.delete(repository, rest)) return refuse(response, notFound);
      return void response.writeHead(202).end();
    }
    const found = manifests.find(repository, rest);
    if (found === undefined) return refuse(response, notFound);
    response.writeHead(200, {
      'content-type': found.type,
      'content-length': found.content.length,
      'docker-content-digest': found.digest,
    });
    response.end(request.method === 'HEAD' ? undefined : found.content);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    manifest: manifests.find,
    refuseUpload: (error) => void refusals.push(error),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const tagsOfPage = 2;
const unauthorized = { status: 401, code: 'UNAUTHORIZED', message: 'authentication required' };
const unsupported = { status: 405, code: 'UNSUPPORTED', message: 'The operation is unsupported.' };
const notFound = { status: 404, code: 'NAME_UNKNOWN', message: 'not found' };
const wrongDigest = { status: 400, code: 'DIGEST_INVALID', message: 'the digest is wrong' };
const noBlob = { status: 400, code: 'MANIFEST_BLOB_UNKNOWN', message: 'a blob is missing' };

function refuse(response: ServerResponse, { status, code, message }: RegistryError): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ errors: [{ code, message }] }));
}

function created(response: ServerResponse, location: string, digest: string): void {
  response.writeHead(201, { location, 'docker-content-digest': digest });
  response.end();
}

function hasPassword({ headers }: IncomingMessage, password: string): boolean {
  const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ');
  if (scheme !== 'Basic') return false;
  return Buffer.from(credentials, 'base64').toString('utf8').endsWith(`:${password}`);
}

/** Returns the digests of the configuration and the layers of a manifest. */
function blobsOf(content: Buffer): string[] {
  const { config, layers = [] } = JSON.parse(content.toString('utf8')) as {
    config?: { digest: string };
    layers?: { digest: string }[];
  };
  return [...(config === undefined ? [] : [config.digest]), ...layers.map(({ digest }) => digest)];
}
