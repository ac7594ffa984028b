/** Packages in a fake cluster: installed in a pod, stored in a registry, pulled by its nodes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PackageManager } from '../../../../src-daemon/egress/index-hosts.ts';
import { openPush, pushImages } from '../../../../src-daemon/engine/docker/registry/push-images.ts';
import type { Engine } from '../../../../src-daemon/engine/engine.ts';
import type { ListedImage } from '../../../../src-daemon/engine/kubernetes/images/image-list.ts';
import type { Registry as RegistryName } from '../../../../src-daemon/engine/kubernetes/images/image-reference.ts';
import { type PackageIndex, startPackageIndex } from '../../../daemon/packages/package-index.ts';
import { buildWheel } from '../../../daemon/packages/wheels.ts';
import { type ApiServer, startApiServer } from '../../../support/kubernetes/api-server.ts';
import { environmentOfLogin } from '../../../support/kubernetes/cluster-files.ts';
import { type ContainerPods, runPodsAsContainers } from '../../../support/kubernetes/container-pods.ts';
import { type Registry, startRegistry } from '../../../support/kubernetes/registry.ts';
import type { TestNameServer } from '../../../support/network/name-server.ts';
import { until } from '../../../support/until.ts';
import { describeWithDocker, run, sandboxImage } from '../../docker/docker-fixture.ts';
import { installPackage } from '../../docker/packages/install-package.ts';
import { startNpmRegistry } from '../../docker/packages/npm-registry.ts';
import { openSandbox, startShell } from '../../live/live-fixture.ts';
import { accessTo, baseVersions, newEngineAt } from '../cluster-engine.ts';
import { indexName, named, pushInstallerOf, startIndexNames } from './cluster-packages.ts';

const password = 'the password of the registry';

describeWithDocker(
  'packages in a cluster',
  (fixture) => {
    let server: ApiServer;
    let node: ContainerPods;
    let registry: Registry;
    let names: TestNameServer;
    let index: PackageIndex;
    let npm: Awaited<ReturnType<typeof startNpmRegistry>>;
    let image: ListedImage;
    let installer: string;
    let engine: Engine;

    /** Makes an engine at the cluster, with the credentials of a login at the registry. */
    function newEngine(given: string | undefined, withInstaller = true) {
      const options = { nameServers: () => [names.at], environment: environmentOfLogin(registry.host, given) };
      return newEngineAt(image, { ...accessTo(server), ...options, ...(withInstaller && { installer }) }).engine;
    }

    const install = (name: string, lines: string[] = [], manager: PackageManager = 'pip') =>
      installPackage(
        engine,
        { packageManager: manager, name, source: { indexUrl: named(manager === 'pip' ? index.url : npm.url) } },
        lines,
      );

    beforeAll(async () => {
      const { docker } = fixture();
      [server, registry, names, index, npm] = await Promise.all([
        startApiServer(),
        startRegistry({ password, hasTokens: true }),
        startIndexNames(),
        startPackageIndex(),
        startNpmRegistry(indexName),
      ]);
      const id = sandboxImage(fixture());
      const target: RegistryName = { host: registry.host, address: `${registry.host}/team` };
      const environment = environmentOfLogin(registry.host, password);
      const push = await openPush({ docker, registry: target, environment, onLine: () => {} });
      const versions = baseVersions(fixture().engine);
      [image] = (await pushImages([{ family: 'base', id, versions }], push)) as [ListedImage];
      const pushed = await pushInstallerOf(fixture(), id, push);
      installer = pushed.reference;
      // The nodes have the base images already; those of packages are pulled.
      const images = { [image.reference]: id, [installer]: pushed.id };
      const auth = { username: 'user', password, serveraddress: registry.host };
      node = await runPodsAsContainers(server, { docker, images, auth });
      engine = newEngine(password);
      await engine.start();
      expect(engine.status()).toMatchObject({ status: 'ready' });
      const wheels = [
        { name: 'greeting', version: '1.2', files: { 'greeting.py': 'TEXT = "hello of the package"\n' } },
        { name: 'unused', version: '1.0' },
      ];
      for (const wheel of wheels) index.publish(buildWheel(wheel));
    });

    afterAll(async () => {
      for (const layer of (await engine?.layers?.list()) ?? []) await engine.layers?.remove(layer);
      await engine?.stop();
      await until(async () => (await node.containers()).length === 0);
      await node?.stop();
      await removePulled(registry.host);
      await Promise.all([server?.stop(), registry?.stop(), index?.stop(), npm?.stop()]);
      names?.stop();
    });

    async function removePulled(host: string): Promise<void> {
      const { docker } = fixture();
      for (const { RepoDigests: digests } of await docker.listImages())
        for (const name of digests ?? []) if (name.startsWith(`${host}/`)) await docker.getImage(name).remove();
    }

    test('are installed, and used by runs and live sandboxes', async () => {
      const lines: string[] = [];
      const layer = await install('greeting', lines);
      expect(layer).toMatchObject({ versions: { greeting: '1.2' } });
      expect(layer.id.startsWith(`${registry.host}/team/strongroom-sandbox@sha256:`)).toBe(true);
      expect(lines.join('\n')).toContain('Successfully installed greeting-1.2');
      expect(await engine.layers?.list()).toEqual([layer.id]);

      const code = 'import greeting; print(greeting.TEXT); open(greeting.__file__, "w")';
      const result = await run(engine, { language: 'python', code, layer: layer.id, timeoutMs: 60_000 });
      expect(result).toMatchObject({ status: 'failed', stdout: 'hello of the package\n' });
      expect(result.stderr).toContain('Read-only file system');

      const sandbox = await openSandbox(engine, { memoryMb: 256, layer: layer.id });
      const shell = await startShell(sandbox, 'python3 -c "import greeting; print(greeting.TEXT)"');
      expect(await shell.process.ended).toMatchObject({ exitCode: 0 });
      expect(shell.stdout()).toBe('hello of the package\n');
      await sandbox.dispose();
    });

    test('of npm run their scripts, and nothing of these is left', async () => {
      npm.publish({
        name: 'with-script',
        files: { 'index.js': 'module.exports = require("./built.json").text' },
        scripts: {
          postinstall: `node -e 'require("fs").writeFileSync("built.json", "{\\"text\\":\\"built\\"}")'; (setsid sh -c 'while :; do date >> late.txt; sleep 0.05; done' > /dev/null 2>&1 < /dev/null &) ; sleep 0.3`,
        },
      });
      const { id } = await install('with-script', [], 'npm');
      const code = `
const text = require("fs").readFileSync("/node_modules/with-script/late.txt", "utf8");
console.log(require("with-script"), text.endsWith("\\n"))`;
      const result = await run(engine, { language: 'javascript', code, layer: id, timeoutMs: 60_000 });
      expect(result).toMatchObject({ status: 'succeeded', stdout: 'built true\n' });
      // The installer's pod no longer exists, nor what the script left.
      await until(async () => (await node.containers()).length === 0);
    });

    test('reach no other host', async () => {
      npm.publish({
        name: 'curious',
        scripts: {
          postinstall: `node -e 'fetch("http://other.example/").catch((e) => console.log("refused", e.cause.code))'`,
        },
      });
      const lines: string[] = [];
      await install('curious', lines, 'npm');
      expect(lines).toContain('Access to other.example was refused: it is not a host of the package index.');
      expect(lines.join('\n')).toContain('refused');
    });

    test('that do not exist are named', async () => {
      await expect(install('no-such-package')).rejects.toMatchObject({ name: 'LayerError', fault: 'installer' });
      expect(await until(async () => (await node.containers()).length === 0)).toBeUndefined();
    });

    test('can be cancelled, and leave no pod', async () => {
      index.behave('hang');
      const end = new AbortController();
      const order = {
        packageManager: 'pip' as const,
        packages: { unused: '' },
        source: { certificates: '', indexUrl: named(index.url), trustedHosts: [new URL(named(index.url)).host] },
      };
      const building = engine.layers?.build(order, {
        onLine: (line) => {
          if (line.includes('unused')) end.abort(new Error('cancelled'));
        },
        signal: end.signal,
      });
      await expect(building).rejects.toThrow('cancelled');
      index.behave('serve');
      await until(async () => (await node.containers()).length === 0);
    });

    test('that were removed are reported, and the run is refused', async () => {
      const { id } = await install('unused');
      const missing: string[] = [];
      engine.onLayerMissing?.((layer) => missing.push(layer));
      expect(await engine.layers?.remove(id)).toBe(true);
      const refused = run(engine, { language: 'python', code: 'import unused', layer: id, timeoutMs: 60_000 });
      await expect(refused).rejects.toMatchObject({ code: 'packages_unavailable', status: 503 });
      expect(missing).toEqual([id]);
    });

    test.each([
      { reason: 'without the right to push', given: undefined, remedy: 'docker login' },
      { reason: 'with a wrong password', given: 'wrong', remedy: 'docker login' },
      { reason: 'without an installer', given: password, withInstaller: false, remedy: 'npm run images' },
    ])('are refused $reason, with what to do', async ({ given, withInstaller, remedy }) => {
      const other = newEngine(given, withInstaller);
      await other.start();
      try {
        const order = { packageManager: 'pip' as const, name: 'unused', source: { indexUrl: named(index.url) } };
        const error = await installPackage(other, order).catch((reason: Error) => reason);
        expect(error).toMatchObject({ code: 'packages_unavailable', message: expect.stringContaining(remedy) });
        expect(String(error)).not.toContain('wrong');
      } finally {
        await other.stop();
      }
    });
  },
  { keepsWarm: false },
);
