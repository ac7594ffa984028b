/** Commands of installed packages are found by their name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PackageIndex, startPackageIndex } from '../../../daemon/packages/package-index.ts';
import { buildWheel } from '../../../daemon/packages/wheels.ts';
import { describeWithDocker, run } from '../docker-fixture.ts';
import { installPackage, removeLayers } from './install-package.ts';
import { startNpmRegistry } from './npm-registry.ts';

describeWithDocker('the commands of a package', (fixture) => {
  let index: PackageIndex;
  let registry: Awaited<ReturnType<typeof startNpmRegistry>>;

  beforeAll(async () => {
    index = await startPackageIndex();
    registry = await startNpmRegistry();
    index.publish(
      buildWheel({
        ...{ name: 'moo', version: '1.0' },
        files: {
          'moo.py': 'def main(): print("moo of pip")\n',
          'moo-1.0.dist-info/entry_points.txt': '[console_scripts]\nmoo = moo:main\n',
        },
      }),
    );
    registry.publish({
      name: 'moo',
      bin: { moo: 'cli.js' },
      files: { 'cli.js': '#!/usr/bin/env node\nconsole.log("moo of npm")\n' },
    });
  });
  afterAll(async () => {
    await removeLayers(fixture().engine);
    await registry.stop();
    await index.stop();
  });

  const python = 'import subprocess\nsubprocess.run(["moo"], check=True)';
  const javascript = 'require("node:child_process").spawnSync("moo", { stdio: "inherit" })';
  test.each([
    { packageManager: 'pip', language: 'python', code: python },
    { packageManager: 'npm', language: 'javascript', code: javascript },
  ] as const)('of $packageManager are on PATH', { timeout: 120_000 }, async ({ packageManager, language, code }) => {
    const source = { indexUrl: packageManager === 'pip' ? index.url : registry.url };
    const { id: layer } = await installPackage(fixture().engine, { packageManager, name: 'moo', source });
    const { stdout, stderr } = await run(fixture().engine, { language, code, layer, timeoutMs: 20_000 });
    expect({ stdout, stderr }).toEqual({ stdout: `moo of ${packageManager}\n`, stderr: '' });
  });
});
