/** With the setting `installer.builds` off, no code of a package runs during its installation. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainFailure } from '../../../../src-daemon/packages/install/explain-failure.ts';
import { type PackageIndex, startPackageIndex } from '../../../daemon/packages/package-index.ts';
import { buildSourceDistribution, buildWheel } from '../../../daemon/packages/wheels.ts';
import { describeWithDocker } from '../docker-fixture.ts';
import { installPackage, removeLayers } from './install-package.ts';
import { asBackend, reportMark } from './installer-programs.ts';
import { startNpmRegistry } from './npm-registry.ts';

const builds = false;
const backend = asBackend(`print('${reportMark}')`);

describeWithDocker(
  'with builds off',
  (fixture) => {
    let index: PackageIndex;
    let registry: Awaited<ReturnType<typeof startNpmRegistry>>;

    beforeAll(async () => {
      index = await startPackageIndex();
      registry = await startNpmRegistry();
      index.publish(buildWheel({ name: 'plain', version: '1.0' }));
      index.publish(buildSourceDistribution({ name: 'source', version: '1.0', backend }));
      const at = index.url.replace('/simple/', '/files/source-1.0.tar.gz');
      index.publish(buildWheel({ name: 'pointing', version: '1.0', requires: [`source @ ${at}`] }));
      registry.publish({ name: 'quiet', scripts: { test: 'exit 1' } });
      registry.publish({ name: 'scripted', scripts: { postinstall: `echo ${reportMark}` } });
      registry.publish({ name: 'leaning', dependencies: { scripted: '*' } });
      registry.publish({ name: 'native', files: { 'binding.gyp': '{}' } });
      registry.publish({ name: 'prebuilt', gypfile: false, files: { 'binding.gyp': '{}' } });
      registry.publish({ name: 'several', dependencies: { native: '*', quiet: '*', prebuilt: '*' } });
      await installPip('plain');
    });
    afterAll(async () => {
      await removeLayers(fixture().engine);
      await registry.stop();
      await index.stop();
    });

    const installPip = (name: string, lines: string[] = [], allowed: boolean = builds) => {
      const source = { indexUrl: index.url, builds: allowed };
      return installPackage(fixture().engine, { packageManager: 'pip', name, source }, lines);
    };
    const installNpm = (name: string, lines: string[] = [], allowed: boolean = builds) => {
      const source = { indexUrl: registry.url, builds: allowed };
      return installPackage(fixture().engine, { packageManager: 'npm', name, source }, lines);
    };

    test('a wheel and a package without scripts are installed', { timeout: 120_000 }, async () => {
      expect(await installPip('plain')).toMatchObject({ versions: { plain: '1.0' } });
      expect(await installNpm('quiet')).toMatchObject({ versions: { quiet: '1.0.0' } });
    });

    test.each([false, true])(
      'a package with files that are built already is installed with builds %s',
      {
        timeout: 120_000,
      },
      async (allowed) => {
        expect(await installNpm('prebuilt', [], allowed)).toMatchObject({ versions: { prebuilt: '1.0.0' } });
      },
    );

    test('a script runs with builds on, and no other package is built', { timeout: 120_000 }, async () => {
      const lines: string[] = [];
      expect(await installNpm('leaning', lines, true)).toMatchObject({ versions: { leaning: '1.0.0' } });
      expect(lines.join('\n')).toContain(reportMark);
    });

    test.each(['native', 'several'])(
      'the package that needs a compiler is named, and no other: %s',
      {
        timeout: 120_000,
      },
      async (name) => {
        const lines: string[] = [];
        await expect(installNpm(name, lines, true)).rejects.toMatchObject({ fault: 'installer' });
        expect(explainFailure({ manager: 'npm', fault: 'installer', builds: true }, lines)).toBe(
          'The package native must be compiled, and the installer has no compiler. Choose a version or a package that brings its compiled files.',
        );
      },
    );

    test('a source distribution is not built, and the reason names the setting', { timeout: 120_000 }, async () => {
      const lines: string[] = [];
      await expect(installPip('source', lines)).rejects.toMatchObject({ fault: 'installer' });
      expect(lines.join('\n')).not.toContain(reportMark);
      expect(explainFailure({ manager: 'pip', fault: 'installer', builds }, lines)).toMatch(
        /source.*installer\.builds/,
      );
    });

    test('a source distribution that a wheel requires by its address is built only with the setting on', {
      timeout: 120_000,
    }, async () => {
      const lines: string[] = [];
      await expect(installPip('pointing', lines, true)).rejects.toMatchObject({ fault: 'installer' });
      expect(lines.join('\n')).toContain(reportMark);
      lines.length = 0;
      await expect(installPip('pointing', lines)).rejects.toMatchObject({ fault: 'installer' });
      expect(lines.join('\n')).not.toContain(reportMark);
      expect(explainFailure({ manager: 'pip', fault: 'installer', builds }, lines)).toContain('installer.builds');
    });

    test.each(['scripted', 'leaning', 'native', 'several'])(
      'the npm package %s, which has a build, is refused',
      {
        timeout: 120_000,
      },
      async (name) => {
        const lines: string[] = [];
        await expect(installNpm(name, lines)).rejects.toMatchObject({ fault: 'needs_build' });
        expect(lines.join('\n')).not.toContain(reportMark);
        const reason = explainFailure({ manager: 'npm', fault: 'needs_build', builds }, lines);
        expect(reason).toContain({ leaning: '(scripted)', several: '(native)' }[name] ?? `(${name})`);
        expect(reason).toContain('installer.builds');
      },
    );
  },
  { keepsWarm: false },
);
