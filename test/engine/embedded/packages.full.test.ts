import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddedEngine, type EmbeddedEngine } from '../../../src-daemon/engine/embedded/embedded-engine.ts';
import type { LayerOrder } from '../../../src-daemon/engine/layers.ts';
import { type PackageIndex, startPackageIndex } from '../../daemon/packages/package-index.ts';
import { buildSourceDistribution, buildWheel } from '../../daemon/packages/wheels.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { newLayersDir, resourcesDir, run, silentLog } from './embedded-fixture.ts';

const host = '127.0.0.1';
let index: PackageIndex;
let engine: EmbeddedEngine;
let lines: string[];
const layersDir = newLayersDir();

beforeAll(async () => {
  index = await startPackageIndex({ host });
  for (const version of ['1.0', '1.1', '2.0', '3.0a1']) index.publish(buildWheel({ name: 'plain', version }));
  const markers = ['plain<2; python_version >= "3.8"', 'absent; sys_platform == "win32"', 'absent; extra == "all"'];
  index.publish(buildWheel({ name: 'leaning', version: '0.1', requires: markers }));
  index.publish(buildWheel({ name: 'extras', version: '1.0', requires: ['plain==1.0; extra == "Old.One"'] }));
  index.publish(buildWheel({ name: 'asking', version: '1.0', requires: ['extras[old-one]'] }));
  index.publish(buildWheel({ name: 'compiled', version: '1.0', tag: 'cp311-cp311-manylinux_2_17_x86_64' }));
  index.publish(buildWheel({ name: 'numeric', version: '2.0', requires: ['compiled>=1'] }));
  index.publish(buildSourceDistribution({ name: 'sourceonly', version: '1.0', backend: 'raise SystemError' }));
  index.publish(buildWheel({ name: 'later', version: '1.0', metadata: ['Requires-Python: >=3.12'] }));
  index.publish(buildWheel({ name: 'elsewhere', version: '1.0', requires: ['x @ https://example.com/x.whl'] }));
  engine = createEmbeddedEngine({ resourcesDir, log: silentLog, layersDir });
  await engine.start();
});
afterAll(async () => {
  await engine.stop();
  await index.stop();
});
beforeEach(() => {
  index.behave('serve');
  lines = [];
});

function install(packages: Record<string, string>, source: Partial<LayerOrder['source']> = {}, signal?: AbortSignal) {
  const { url } = index;
  const order = { indexUrl: url, trustedHosts: [new URL(url).host], certificates: '', ...source };
  const hooks = { onLine: (line: string) => lines.push(line), signal: signal ?? new AbortController().signal };
  const { layers } = engine;
  if (layers === undefined) throw new Error('this engine has no packages');
  return layers.build({ packageManager: 'pip', packages, source: order }, hooks);
}

const refused = (fault: string, reason: string | RegExp) => ({ fault, reason: expect.stringMatching(reason) });
const leftovers = () => readdirSync(layersDir).filter((name) => !name.endsWith('.layer'));

describe('packages of Python without Docker', () => {
  test('are chosen as a whole, the newest that fit, and imported', async () => {
    const { id, versions } = await install({ leaning: '', plain: '>=1' });
    expect(versions).toEqual({ leaning: '0.1', plain: '1.1' });
    const code = 'import leaning, plain, importlib.metadata as m; print(plain.VERSION, m.version("leaning"))';
    expect(await run(engine, { code, layer: id })).toMatchObject({ stdout: '1.1 0.1\n', status: 'succeeded' });
    expect(await run(engine, { code: 'import plain' })).toMatchObject({ stderr: expect.stringContaining('No module') });
    expect(lines).toEqual(expect.arrayContaining(['Looking for plain>=1', 'Chosen: leaning 0.1, plain 1.1']));
    expect(leftovers()).toEqual([]);
  });

  test.each([
    ['no prerelease where there is another', { plain: '' }, { plain: '2.0' }],
    ['a prerelease that is named', { plain: '==3.0a1' }, { plain: '3.0a1' }],
    ['a prerelease that a range speaks of', { plain: '>=3.0a0' }, { plain: '3.0a1' }],
    ['what an extra needs', { asking: '', plain: '' }, { asking: '1.0', plain: '1.0' }],
  ])('are %s', async (_what, packages, versions) => {
    expect((await install(packages)).versions).toEqual(versions);
  });

  test('are those of the extras and the hashes that the list requests', async () => {
    const digest = (version: string) =>
      createHash('sha256')
        .update(buildWheel({ name: 'plain', version }).content)
        .digest('hex');
    const modern = await startPackageIndex({ host, isModern: true });
    for (const version of ['1.0', '2.0']) modern.publish(buildWheel({ name: 'plain', version }));
    modern.publish(buildWheel({ name: 'needing', version: '1.0', requires: ['plain'] }));
    const from = { indexUrl: modern.url, trustedHosts: [new URL(modern.url).host] };
    const pinned = `==1.0 --hash=sha256:${digest('1.0')}`;
    try {
      expect((await install({ extras: '[old-one]', plain: '' })).versions).toEqual({ extras: '1.0', plain: '1.0' });
      expect((await install({ plain: pinned }, from)).versions).toEqual({ plain: '1.0' });
      const other = { plain: `==1.0 --hash=sha256:${digest('2.0')}` };
      await expect(install(other, from)).rejects.toMatchObject(refused('installer', /^No file of plain has a hash/));
      const mixed = { plain: pinned, needing: '' };
      await expect(install(mixed, from)).rejects.toMatchObject(refused('installer', /^No file of needing has a hash/));
    } finally {
      await modern.stop();
    }
  });

  test('go back to an earlier version where the newest does not fit', async () => {
    index.publish(buildWheel({ name: 'moving', version: '2.0', requires: ['plain>=2'] }));
    index.publish(buildWheel({ name: 'moving', version: '1.0', requires: ['plain<2'] }));
    expect((await install({ moving: '', leaning: '' })).versions).toEqual({ moving: '1.0', leaning: '0.1' });
  });

  test.each([
    [{ compiled: '' }, 'needs_docker', /^compiled needs Docker: it is made for particular systems/],
    [{ plain: '', numeric: '' }, 'needs_docker', /^compiled, which numeric needs, needs Docker/],
    [{ sourceonly: '' }, 'needs_docker', /^sourceonly needs Docker: it is there as source only/],
    [{ later: '' }, 'installer', /^No version of later can be used here/],
    [{ elsewhere: '' }, 'installer', /^No version of elsewhere can be used here/],
    [{ nonesuch: '' }, 'installer', /no package named nonesuch\.$/],
    [
      { plain: '>9' },
      'installer',
      /No version satisfies plain>9\. Available versions of pure Python: 3\.0a1, 2\.0, 1\.1, 1\.0/,
    ],
    [{ leaning: '', plain: '>=2' }, 'installer', /satisfies plain.*<2|conflict with each other/],
  ])('are refused by name: %j', async (packages, fault, reason) => {
    await expect(install(packages)).rejects.toMatchObject(refused(fault, reason));
    expect(leftovers()).toEqual([]);
  });

  test('of JavaScript need Docker', async () => {
    const order = { packageManager: 'npm', packages: { lodash: '*' }, source: { certificates: '' } } as const;
    const hooks = { onLine: () => undefined, signal: new AbortController().signal };
    await expect(engine.layers?.build(order, hooks)).rejects.toMatchObject(refused('needs_docker', 'npm run engine'));
  });

  test('are read from a modern index without downloading unused versions', async () => {
    const modern = await startPackageIndex({ host, isModern: true });
    for (const version of ['1.0', '2.0'])
      modern.publish(buildWheel({ name: 'leading', version, requires: ['needed'] }));
    modern.publish(buildWheel({ name: 'needed', version: '1.0' }));
    const source = { indexUrl: modern.url.replace('//', '//me:s%40cret@'), trustedHosts: [new URL(modern.url).host] };
    expect((await install({ leading: '' }, source)).versions).toEqual({ leading: '2.0' });
    expect(modern.requests.filter((path) => path.endsWith('.whl'))).toHaveLength(2);
    expect(new Set(modern.credentials)).toEqual(new Set([`Basic ${Buffer.from('me:s@cret').toString('base64')}`]));
    expect(lines.join('\n')).not.toContain('cret');
    await modern.stop();
  });

  test('come from an index of an own authority, and from no other', async () => {
    const certificate = makeCertificate(host);
    const secure = await startPackageIndex({ host, certificate });
    secure.publish(buildWheel({ name: 'guarded', version: '1.0' }));
    const source = { indexUrl: secure.url, trustedHosts: [] };
    const versions = { guarded: '1.0' };
    expect(await install({ guarded: '' }, { ...source, certificates: certificate.authority })).toMatchObject({
      versions,
    });
    await expect(install({ guarded: '' }, source)).rejects.toMatchObject(refused('installer', 'could not be reached'));
    await secure.stop();
  });

  test('come through a proxy where one is named', async () => {
    const source = {
      indexUrl: 'http://packages.invalid/simple/',
      trustedHosts: ['packages.invalid'],
      proxy: index.url.replace('/simple/', ''),
    };
    expect(await install({ plain: '==1.0' }, source)).toMatchObject({ versions: { plain: '1.0' } });
  });

  test('are not downloaded from an address whose certificate is not trusted', async () => {
    const failure = refused('installer', 'could not be reached');
    await expect(install({ plain: '' }, { trustedHosts: [] })).rejects.toMatchObject(failure);
  });

  test.each([
    ['is cut off', () => index.behave('cut')],
    ['is not there', () => undefined],
  ])('say that the index could not be reached when it %s', { timeout: 60_000 }, async (what, break_) => {
    index.publish(buildWheel({ name: 'large', version: '1.0', files: { 'large.py': new Uint8Array(1 << 20) } }));
    break_();
    const unreachable =
      what === 'is not there' ? { indexUrl: 'http://127.0.0.1:9/simple/', trustedHosts: ['127.0.0.1'] } : {};
    await expect(install({ large: '' }, unreachable)).rejects.toMatchObject(
      refused('installer', 'could not be reached'),
    );
    expect(leftovers()).toEqual([]);
  });

  test('that are given up leave nothing', async () => {
    index.publish(buildWheel({ name: 'slow', version: '1.0' }));
    index.behave('hang');
    const cancel = new AbortController();
    const before = readdirSync(layersDir).length;
    const running = install({ slow: '' }, {}, cancel.signal);
    running.catch(() => undefined);
    while (!lines.some((line) => line.startsWith('Downloading'))) await new Promise((done) => setTimeout(done, 20));
    cancel.abort(new Error('given up'));
    await expect(running).rejects.toThrow('given up');
    expect(readdirSync(layersDir)).toHaveLength(before);
  });

  test('of which an installation was cut short are removed by the next start', async () => {
    const folder = join(layersDir, '.installing-0123');
    mkdirSync(folder);
    const next = createEmbeddedEngine({ resourcesDir, log: silentLog, layersDir });
    await next.start();
    expect(existsSync(folder)).toBe(false);
    await next.stop();
  });

  test('that were removed by another program are reported as missing once', async () => {
    const { id } = await install({ plain: '==1.0' });
    const missed: string[] = [];
    engine.onLayerMissing?.((layer) => missed.push(layer));
    expect(await engine.layers?.remove(id)).toBe(true);
    await expect(run(engine, { layer: id })).rejects.toMatchObject({ code: 'packages_unavailable' });
    expect(missed).toEqual([id]);
  });

  test('of Docker are left out, and the run says so', async () => {
    const result = await run(engine, { code: 'print("alone")', layer: 'strongroom-layer-0' });
    expect(result).toMatchObject({ stdout: 'alone\n', notices: [expect.stringContaining('installed for Docker')] });
  });
});
