/** An index that redirects the installer to a private address. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainFailure } from '../../../../src-daemon/packages/install/explain-failure.ts';
import { bridgeAddress } from '../../../daemon/packages/package-index.ts';
import { describeWithDocker } from '../docker-fixture.ts';
import { installPackage } from './install-package.ts';

describeWithDocker(
  'an index that redirects to a private address',
  (fixture) => {
    let server: Server;
    let indexUrl: string;

    beforeAll(async () => {
      server = createServer((_request, response) => response.writeHead(302, { location: 'http://10.1.2.3/x/' }).end());
      server.listen(0, await bridgeAddress());
      await once(server, 'listening');
      const { address, port } = server.address() as AddressInfo;
      indexUrl = `http://${address}:${port}/`;
    });
    afterAll(() => server.close());

    test.each([
      ['pip', 'a private address'],
      ['npm', '10.1.2.3'],
    ] as const)('fails with that reason in %s', { timeout: 120_000 }, async (packageManager, target) => {
      const lines: string[] = [];
      const order = { packageManager, name: 'abc', source: { indexUrl } };
      await expect(installPackage(fixture().engine, order, lines)).rejects.toMatchObject({ fault: 'installer' });
      expect(explainFailure({ manager: packageManager, fault: 'installer' }, lines)).toContain(
        `redirected the installer to ${target}, which it may not reach`,
      );
    });
  },
  { keepsWarm: false },
);
