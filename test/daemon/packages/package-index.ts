import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import '../../support/engine/engine-presence.ts';
import { dockerOfTests } from '../../support/engine/docker.ts';
import type { Certificate } from '../../support/network/certificate.ts';
import { type BuiltFile, buildWheel, type PythonPackage } from './wheels.ts';

export interface PackageIndex {
  /** As an installer reaches it. */
  url: string;
  /** Paths in the order in which they were asked for. */
  requests: string[];
  /** The `Authorization` of each, '' where it had none. */
  credentials: string[];
  publish(file: BuiltFile): void;
  /** Sets the behaviour of downloads: served, never ended, or cut off half-way. */
  behave(how: 'serve' | 'hang' | 'cut'): void;
  stop(): Promise<void>;
}

interface IndexOptions {
  /** Where it listens: on the engine's bridge, where only containers of this machine reach it, unless given. */
  host?: string;
  /** As PEP 691 and PEP 658 have it, with digests; as PEP 503 unless given. */
  isModern?: boolean;
  /** By HTTPS. */
  certificate?: Certificate;
}

/** An index with these wheels for all tests of a suite. */
export function packageIndexOfSuite(...wheels: PythonPackage[]): () => PackageIndex {
  let started: PackageIndex | undefined;
  beforeAll(async () => {
    started = await startPackageIndex();
    for (const wheel of wheels) started.publish(buildWheel(wheel));
  });
  afterAll(() => started?.stop());
  return () => {
    if (started === undefined) throw new Error('the index is used before it is there');
    return started;
  };
}

/** A real package index. */
export async function startPackageIndex(options: IndexOptions = {}): Promise<PackageIndex> {
  const files = new Map<string, BuiltFile>();
  const requests: string[] = [];
  const credentials: string[] = [];
  let how: 'serve' | 'hang' | 'cut' = 'serve';
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    // As a proxy it is asked for the whole address (RFC 9112, 3.2.2).
    const path = new URL(request.url ?? '', 'http://index').pathname;
    requests.push(path);
    credentials.push(request.headers.authorization ?? '');
    if (path.startsWith('/simple/')) return listing(path, { files: [...files.values()], ...options }, response);
    const name = path.slice('/files/'.length);
    const metadata = files.get(name.replace(/\.metadata$/, ''))?.metadata;
    if (name.endsWith('.metadata')) return response.writeHead(metadata === undefined ? 404 : 200).end(metadata);
    const content = files.get(name)?.content;
    if (content === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'content-length': content.length });
    if (how === 'serve') return response.end(content);
    response.write(content.subarray(0, content.length / 2), () => {
      if (how === 'cut') response.destroy();
    });
  };
  const { certificate } = options;
  const server = certificate === undefined ? createServer(answer) : createTlsServer(certificate, answer);
  server.listen(0, options.host ?? (await bridgeAddress()));
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://${address}:${port}/simple/`,
    requests,
    credentials,
    publish: (file) => files.set(file.fileName, file),
    behave: (next) => {
      how = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function listing(
  path: string,
  { files, isModern = false }: { files: BuiltFile[]; isModern?: boolean },
  response: ServerResponse,
): void {
  const requested = path.split('/')[2] ?? '';
  const own = files.filter(({ fileName }) => nameOf(fileName) === requested);
  if (own.length === 0) return void response.writeHead(404).end();
  const links = own.map(({ fileName }) => `<a href="/files/${fileName}">${fileName}</a>`);
  if (!isModern)
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(`<!DOCTYPE html>${links.join('\n')}`);
  const facts = own.map(({ fileName, content, metadata }) => ({
    filename: fileName,
    url: `/files/${fileName}`,
    hashes: { sha256: digest(content) },
    ...(metadata !== undefined && { 'core-metadata': { sha256: digest(metadata) } }),
  }));
  const body = JSON.stringify({ meta: { 'api-version': '1.1' }, name: requested, files: facts });
  response.writeHead(200, { 'content-type': 'application/vnd.pypi.simple.v1+json' }).end(body);
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The name as an index has it: `Some_Thing-1.0.tar.gz` -> `some-thing`. */
function nameOf(fileName: string): string {
  return fileName
    .replace(/-\d.*$/, '')
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-');
}

/** Where this machine is on the network of the engine’s containers. */
export async function bridgeAddress(): Promise<string> {
  const { IPAM: ipam } = await dockerOfTests().getNetwork('bridge').inspect();
  return ipam?.Config?.[0]?.Gateway ?? '172.17.0.1';
}
