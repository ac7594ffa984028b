/** The daemon and the command as the desktop package has them, laid out away from the checkout. */
import { readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src-daemon/db/database.ts';
import { migrations } from '../../../src-daemon/db/migrations/index.ts';
import { setPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { createApiClient } from '../../support/api-client.ts';
import { type ReadyDaemon, temporaryDataDir } from '../../support/daemon/child-daemon.ts';
import { layOutPackagedApp, type PackagedApp } from '../../support/daemon/packaged-app.ts';
import { readLogs, registerUser, type TestUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { until } from '../../support/until.ts';
import { startNpmRegistry } from '../packages/npm-registry.ts';
import { startPackageIndex } from '../packages/package-index.ts';
import { print, settled } from '../packages/settled.ts';
import { buildWheel } from '../packages/wheels.ts';
import { watchdogLines } from '../watchdog/blockable-daemon.ts';

let app: PackagedApp;
beforeAll(() => {
  app = layOutPackagedApp();
});

/** One packaged daemon with one account for all tests of a suite. */
function daemonOfSuite(args: string[]) {
  const { dataDir } = temporaryDataDir();
  const suite = {} as { dataDir: string; daemon: ReadyDaemon; user: TestUser };
  beforeAll(async () => {
    const daemon = await app.start(dataDir, args);
    Object.assign(suite, { dataDir, daemon, user: await registerUser(daemon.url) });
    await until(async () => (await createApiClient(daemon.url).call(readHealth)).engine.status === 'ready');
  });
  afterAll(async () => {
    suite.daemon.process.kill('SIGTERM');
    expect(await suite.daemon.exited).toEqual({ code: 0, signal: null });
  });
  return suite;
}

describeWithEngine('the packaged daemon with Docker', () => {
  const suite = daemonOfSuite(['--engine', 'docker']);

  it('runs on the Node of the package', () => {
    const node = realpathSync(`/proc/${suite.daemon.process.pid}/exe`);
    expect(node).toBe(join(realpathSync(app.stage), 'daemon/bin/node'));
  });

  it('installs packages of Python and JavaScript, and programs import them', { timeout: 240_000 }, async () => {
    const { client } = suite.user;
    const [index, registry] = await Promise.all([startPackageIndex(), startNpmRegistry()]);
    try {
      index.publish(buildWheel({ name: 'plain', version: '1.0' }));
      registry.publish({ name: 'even', version: '2.0.0', source: 'module.exports = (n) => n % 2 === 0;' });
      await client.call(updateSettings, {
        body: { installer: { pipIndexUrl: index.url, npmRegistry: registry.url } },
      });
      const packages = [
        { language: 'python', name: 'plain' },
        { language: 'javascript', name: 'even' },
      ];
      await client.call(setPackages, { body: { packages } });
      expect(await settled(client)).toMatchObject([
        { name: 'even', version: '2.0.0', status: 'installed' },
        { name: 'plain', version: '1.0', status: 'installed' },
      ]);
    } finally {
      await Promise.all([index.stop(), registry.stop()]);
    }
    expect(await print(client, 'python', 'import plain; print(plain.VERSION)')).toBe('1.0\n');
    expect(await print(client, 'javascript', "console.log(require('even')(4))")).toBe('true\n');
  });
});

describe('the packaged daemon without Docker', () => {
  const suite = daemonOfSuite(['--engine', 'embedded']);

  it('runs Python and JavaScript', async () => {
    const { client } = suite.user;
    expect(await print(client, 'python', 'import json; print(json.dumps([6 * 7]))')).toBe('[42]\n');
    expect(await print(client, 'javascript', 'console.log(6 * 7)')).toBe('42\n');
  });

  it.each(['/', '/docs'])('serves %s with each script and style that the page names', async (path) => {
    const page = await fetch(suite.daemon.url + path);
    const html = await page.text();
    const parts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, part = '']) => part);
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) expect((await fetch(suite.daemon.url + part)).status, part).toBe(200);
  });

  it('is what the packaged command talks to, through a link on the path', async () => {
    const { dataDir, user } = suite;
    const link = join(dataDir, '../strongroom');
    symlinkSync(join(app.stage, 'daemon/bin/strongroom'), link);
    const run = (args: string[], input = '') =>
      execa(link, ['--data-dir', dataDir, ...args], {
        input,
        env: { ...app.env, XDG_CONFIG_HOME: join(dataDir, '../config'), STRONGROOM_API_KEY: user.apiKey },
        reject: false,
      });
    expect(await run(['run', '-'], 'print(6 * 7)')).toMatchObject({ exitCode: 0, stdout: '42' });
    const doctor = await run(['doctor', '--json', '--no-sandbox']);
    expect(JSON.parse(doctor.stdout)).toMatchObject({ healthy: true });
    // The work of the offline helper, a process of its own.
    const file = join(dataDir, '../all.backup');
    expect(await run(['backup', file], 'a long passphrase')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file).length).toBeGreaterThan(1000);
  });
});

it('the packaged daemon is ended by its watchdog when its event loop is blocked', async () => {
  const { dataDir } = temporaryDataDir();
  const preload = join(import.meta.dirname, '../../support/daemon/block-loop.mjs');
  const daemon = await app.start(dataDir, ['--engine', 'embedded'], { NODE_OPTIONS: `--import ${preload}` });
  daemon.process.kill('SIGUSR2');
  expect(await daemon.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(watchdogLines(dataDir)).toMatchObject([{ blockedMs: expect.any(Number) }]);
  expect(readLogs(join(dataDir, 'logs'))).not.toContain('the watchdog failed');
});

it('the thread of a migration brings an older database to the newest layout', async () => {
  const key = new Uint8Array(32).fill(1);
  const path = `${temporaryDataDir().dataDir}.db`;
  openDatabase({ path, key, steps: migrations.slice(0, 5) }).close();
  const program = join(app.stage, 'daemon/out/migration/index.js');
  const thread = new Worker(program, { workerData: { path, key: key.slice() }, env: {} });
  const outcome = await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
  expect(outcome).toEqual({ isDone: true });
  const database = openDatabase({ path, key });
  expect(database.read.get('PRAGMA user_version')).toEqual({ user_version: migrations.length });
  database.close();
});
