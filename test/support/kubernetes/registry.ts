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
  kind: 'blobs' | 'manifests';
  rest: string;
}

export async function startRegistry({ password }: RegistryOptions = {}): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'registry-'));
  const blobs = createBlobStore(folder);
  const manifests = createManifestStore();
  const requests: string[] = [];
  const refusals: RegistryError[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://registry');
    requests.push(`${request.method} ${url.pathname}`);
    response.setHeader('docker-distribution-api-version', 'registry/2.0');
    if (password !== undefined && !hasPassword(request, password)) {
      response.setHeader('www-authenticate', 'Basic realm="test"');
      return refuse(response, { status: 401, code: 'UNAUTHORIZED', message: 'authentication required' });
    }
    if (url.pathname === '/v2/') return void response.end('{}');
    const [, repository, kind, rest] = /^\/v2\/(.{1,200})\/(blobs|manifests)\/(.{0,200})$/.exec(url.pathname) ?? [];
    if (repository === undefined || rest === undefined) return refuse(response, notFound);
    const exchange = { request, response, url, repository, kind: kind as Exchange['kind'], rest };
    if (kind === 'manifests') return serveManifest(exchange);
    return rest.startsWith('uploads/') ? serveUpload(exchange) : serveBlob(exchange);
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
