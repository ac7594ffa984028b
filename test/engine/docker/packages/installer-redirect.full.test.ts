/** Packages that name a host which is not that of the index. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PackageManager } from '../../../../src-daemon/egress/index-hosts.ts';
import { explainFailure } from '../../../../src-daemon/packages/install/explain-failure.ts';
import { bridgeAddress, type PackageIndex, startPackageIndex } from '../../../daemon/packages/package-index.ts';
import { buildWheel } from '../../../daemon/packages/wheels.ts';
import { describeWithDocker } from '../docker-fixture.ts';
import { installPackage } from './install-package.ts';
import { startNpmRegistry } from './npm-registry.ts';

describeWithDocker(
  'an installation that needs another host',
  (fixture) => {
    let server: Server;
    /** An index that redirects `abc` to a private address, and has the files of `linked` on another host. */
    let elsewhere: string;
    let index: PackageIndex;
    let registry: Awaited<ReturnType<typeof startNpmRegistry>>;

    beforeAll(async () => {
      server = createServer(({ url = '' }, response) => {
        if (url.startsWith('/abc')) return response.writeHead(302, { location: 'http://10.1.2.3/x/' }).end();
        const link = '<a href="http://files.example/linked-1.0-py3-none-any.whl">linked-1.0-py3-none-any.whl</a>';
        const dist = { tarball: 'http://tarballs.example/linked.tgz', shasum: '0'.repeat(40) };
        const document = { name: 'linked', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { dist } } };
        Object.assign(document.versions['1.0.0'], { name: 'linked', version: '1.0.0' });
        const isPip = url.endsWith('/');
        response.writeHead(200, { 'content-type': isPip ? 'text/html' : 'application/json' });
        response.end(isPip ? `<!DOCTYPE html>${link}` : JSON.stringify(document));
      });
      server.listen(0, await bridgeAddress());
      await once(server, 'listening');
      const { address, port } = server.address() as AddressInfo;
      elsewhere = `http://${address}:${port}/`;
      index = await startPackageIndex();
      index.publish(
        buildWheel({ name: 'pointing', version: '1.0', requires: ['dep @ https://other.example/dep-1.0.tar.gz'] }),
      );
      index.publish(buildWheel({ name: 'gitty', version: '1.0', requires: ['dep @ git+https://git.example/dep'] }));
      registry = await startNpmRegistry();
      registry.publish({ name: 'pointing', dependencies: { dep: 'https://other.example/dep.tgz' } });
      registry.publish({ name: 'gitty', dependencies: { dep: 'git+https://git.example/dep.git' } });
      registry.publish({ name: 'hubby', dependencies: { dep: 'someone/dep' } });
    });
    afterAll(async () => {
      server.close();
      await index.stop();
      await registry.stop();
    });

    async function whyNot(packageManager: PackageManager, name: string, indexUrl: string): Promise<string> {
      const lines: string[] = [];
      const order = { packageManager, name, source: { indexUrl } };
      await expect(installPackage(fixture().engine, order, lines)).rejects.toMatchObject({ fault: 'installer' });
      return explainFailure({ manager: packageManager, fault: 'installer' }, lines);
    }
    const onlyIndex = (host: string) => `tried to reach ${host}, but it can reach only its package index`;

    test.each([
      // pip does not name the address of a redirect.
      ['pip', 'another host'],
      ['npm', '10.1.2.3'],
    ] as const)(
      'because its index redirects there fails with that reason in %s',
      { timeout: 120_000 },
      async (manager, host) => {
        expect(await whyNot(manager, 'abc', elsewhere)).toContain(onlyIndex(host));
      },
    );

    test.each([
      ['pip', 'files.example'],
      ['npm', 'tarballs.example'],
    ] as const)('for the files of its index names that host in %s', { timeout: 120_000 }, async (manager, host) => {
      expect(await whyNot(manager, 'linked', elsewhere)).toContain(onlyIndex(host));
    });

    test('for a requirement with an address names its host', { timeout: 120_000 }, async () => {
      expect(await whyNot('pip', 'pointing', index.url)).toContain(onlyIndex('other.example'));
      expect(await whyNot('npm', 'pointing', registry.url)).toContain(onlyIndex('other.example'));
    });

    test('for a git repository says that only packages of the index are installed', { timeout: 120_000 }, async () => {
      expect(await whyNot('pip', 'gitty', index.url)).toContain('git repository');
      expect(await whyNot('npm', 'gitty', registry.url)).toContain('git repository');
      expect(await whyNot('npm', 'hubby', registry.url)).toContain('git repository');
    });
  },
  { keepsWarm: false },
);
