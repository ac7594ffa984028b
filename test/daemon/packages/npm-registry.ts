import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { tarEnd, tarHeader, tarPadding } from '../../../src-daemon/engine/docker/images/tar.ts';
import { bridgeAddress } from './package-index.ts';

export interface NpmRegistry {
  /** As an installer reaches it. */
  url: string;
  /** Offers one version of a package whose entry is the given CommonJS source. */
  publish(made: { name: string; version: string; source: string }): void;
  stop(): Promise<void>;
}

/** A real npm registry on the engine's bridge, where only containers of this machine reach it. */
export async function startNpmRegistry(): Promise<NpmRegistry> {
  const documents = new Map<string, object>();
  const tarballs = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://registry').pathname);
    const tarball = tarballs.get(path);
    if (tarball !== undefined) return response.end(tarball);
    const document = documents.get(path);
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? { error: 'Not found' }));
  });
  server.listen(0, await bridgeAddress());
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  const url = `http://${address}:${port}`;
  return {
    url: `${url}/`,
    publish: ({ name, version, source }) => {
      const manifest = { name, version, main: 'index.js' };
      const tarball = pack({ 'package.json': JSON.stringify(manifest), 'index.js': source });
      const path = `/${name}/-/${name}-${version}.tgz`;
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
      const dist = { tarball: `${url}${path}`, integrity };
      tarballs.set(path, tarball);
      documents.set(`/${name}`, {
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      });
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A package's tarball: a folder `package` with these files. */
function pack(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const header = tarHeader({ path: `package/${path}`, mode: 0o644, size: content.length });
    return [header, content, tarPadding(content.length)];
  });
  return gzipSync(Buffer.concat([...entries, tarEnd()]));
}
