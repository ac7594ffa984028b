import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bridgeAddress } from '../../../daemon/packages/package-index.ts';
import { buildTarball } from './installer-programs.ts';

interface NpmPackage {
  name: string;
  scripts?: Record<string, string>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  /** False if the package needs no build although it has a binding.gyp. */
  gypfile?: boolean;
  files?: Record<string, string>;
}

/**
 * Starts an npm registry on the engine's bridge. Each of its packages has the version 1.0.0.
 * @param name of the host in its address, which must be resolved to the bridge; its address if absent
 */
export async function startNpmRegistry(name?: string): Promise<{
  url: string;
  publish(made: NpmPackage): void;
  stop(): Promise<void>;
}> {
  const packages = new Map<string, { manifest: object; tarball: Buffer }>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://registry');
    const asked = decodeURIComponent(pathname.slice(1).replace(/\.tgz$/, ''));
    const found = packages.get(asked);
    if (found === undefined) return void response.writeHead(404).end('{}');
    if (pathname.endsWith('.tgz')) return void response.end(found.tarball);
    const integrity = `sha512-${createHash('sha512').update(found.tarball).digest('base64')}`;
    const dist = { tarball: `${url}${asked}.tgz`, integrity };
    const document = {
      name: asked,
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { ...found.manifest, dist } },
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
  server.listen(0, await bridgeAddress());
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  const url = `http://${name ?? address}:${port}/`;
  return {
    url,
    publish({ files = {}, ...made }) {
      const manifest = { version: '1.0.0', ...made };
      const tarball = buildTarball({
        'index.js': 'module.exports = 1',
        ...files,
        'package.json': JSON.stringify(manifest),
      });
      packages.set(made.name, { manifest, tarball });
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
