/** The password of a proxy is hidden from the code of packages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainFailure } from '../../../../src-daemon/packages/install/explain-failure.ts';
import { type PackageIndex, startPackageIndex } from '../../../daemon/packages/package-index.ts';
import { buildSourceDistribution, buildWheel } from '../../../daemon/packages/wheels.ts';
import { describeWithDocker } from '../docker-fixture.ts';
import { startAuthenticatingProxy } from '../link/authenticating-proxy.ts';
import { installPackage, removeLayers } from './install-package.ts';
import { asBackend, reportOf, searching } from './installer-programs.ts';
import { startNpmRegistry } from './npm-registry.ts';

const login = { user: 'clerk', password: 'S3cret-of-the-proxy' };
const encoded = Buffer.from(`${login.user}:${login.password}`).toString('base64');
const needles = [login.password, encoded];

describeWithDocker(
  'the password of a proxy',
  (fixture) => {
    let index: PackageIndex;
    let proxy: Awaited<ReturnType<typeof startAuthenticatingProxy>>;
    const indexUrl = 'http://packages.invalid/simple/';
    const source = (password = login.password) => ({ indexUrl, proxy: `http://${login.user}:${password}@${proxy.at}` });

    beforeAll(async () => {
      index = await startPackageIndex();
      proxy = await startAuthenticatingProxy(index.url, login);
      index.publish(buildWheel({ name: 'plain', version: '1.0' }));
      const { engine } = fixture();
      await installPackage(engine, { packageManager: 'pip', name: 'plain', source: source() });
    });
    afterAll(async () => {
      await removeLayers(fixture().engine);
      await proxy.stop();
      await index.stop();
    });

    test('is used for every request, and the code of a build cannot find it', { timeout: 120_000 }, async () => {
      const backend = asBackend(searching(needles));
      index.publish(buildSourceDistribution({ name: 'seeker', version: '1.0', backend }));
      const lines: string[] = [];
      const order = { packageManager: 'pip', name: 'seeker', source: source() } as const;
      await expect(installPackage(fixture().engine, order, lines)).rejects.toMatchObject({ fault: 'installer' });
      expect(reportOf(lines)).toEqual([[], ['environ', 'cmdline', 'memory', 'files']]);
      expect(new Set(proxy.asked)).toEqual(new Set([proxy.expected]));
      expect(lines.join('\n')).not.toContain(login.password);
    });

    test('cannot be found by an npm script', { timeout: 120_000 }, async () => {
      const registry = await startNpmRegistry();
      const own = await startAuthenticatingProxy(registry.url, login);
      try {
        registry.publish({
          name: 'seeker',
          scripts: { postinstall: 'python3 search.py' },
          files: { 'search.py': searching(needles) },
        });
        const lines: string[] = [];
        const address = { indexUrl: registry.url, proxy: `http://${login.user}:${login.password}@${own.at}` };
        await installPackage(fixture().engine, { packageManager: 'npm', name: 'seeker', source: address }, lines);
        expect(reportOf(lines)).toEqual([[], ['environ', 'cmdline', 'memory', 'files']]);
        expect(own.asked.length).toBeGreaterThan(1);
        expect(new Set(own.asked)).toEqual(new Set([own.expected]));
      } finally {
        await own.stop();
        await registry.stop();
      }
    });

    test('is reported if it is wrong', { timeout: 120_000 }, async () => {
      const lines: string[] = [];
      const order = { packageManager: 'pip', name: 'plain', source: source('another') } as const;
      await expect(installPackage(fixture().engine, order, lines)).rejects.toMatchObject({ fault: 'installer' });
      expect(explainFailure({ manager: 'pip', fault: 'installer' }, lines)).toBe(
        `The proxy ${proxy.at} did not accept its user name and password (407).`,
      );
    });
  },
  { keepsWarm: false },
);
