import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { beforeEach, describe, expect, test } from 'vitest';
import { parsePipConfiguration } from '../../../src-daemon/packages/install/pip-configuration.ts';
import { layerKey } from '../../../src-daemon/packages/layers/layer-key.ts';
import { createPackageSources } from '../../../src-daemon/packages/layers/package-source.ts';
import { defaultSettings } from '../../../src-shared/contracts/settings.contract.ts';

const [certificate = ''] = rootCertificates;
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'home-'));
});

const write = (path: string, text: string) => {
  const file = join(home, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
};

/** Without the machine's own files: only what a test wrote counts. */
const read = (manager: 'pip' | 'npm', environment: Record<string, string> = {}, settings = {}) => {
  const config = write('own.conf', '');
  const machine = { platform: 'linux' as const, home, environment: { PIP_CONFIG_FILE: config, ...environment } };
  return createPackageSources(machine, Date.now)(manager, { ...defaultSettings.installer, ...settings });
};

describe("the machine's own pip", () => {
  test('is followed where the settings are silent', async () => {
    const own = write(
      'pip.conf',
      '[global]\nindex-url = https://host.example/simple\nproxy = http://proxy.example:3128\n',
    );
    expect(await read('pip', { PIP_CONFIG_FILE: own })).toMatchObject({
      indexUrl: 'https://host.example/simple',
      proxy: 'http://proxy.example:3128',
    });
  });

  test('is not asked where they speak', async () => {
    const own = write(
      'pip.conf',
      '[global]\nindex-url = https://one.example/\nextra-index-url = https://two.example/\n',
    );
    const source = await read('pip', { PIP_CONFIG_FILE: own }, { pipIndexUrl: 'https://chosen.example/simple' });
    expect(source).toMatchObject({ indexUrl: 'https://chosen.example/simple', extraIndexUrls: [] });
  });

  test('gives several values by indented lines, and comments do not count', () => {
    const text =
      '# no\n[install]\nextra-index-url =\n  https://a.example/\n  https://b.example/\n; no\n[freeze]\nuser = x\n';
    expect(parsePipConfiguration(text)).toEqual({ 'extra-index-url': 'https://a.example/ https://b.example/' });
  });

  test('gives no folders of this machine, which a container cannot see', async () => {
    const source = await read('pip', { PIP_EXTRA_INDEX_URL: 'file:///srv/simple https://a.example/simple' });
    expect(source.extraIndexUrls).toEqual(['https://a.example/simple']);
  });
});

test('a proxy of the environment is followed, and one of the settings wins', async () => {
  const environment = { HTTPS_PROXY: 'http://env.example:1', NO_PROXY: 'inner.example' };
  expect(await read('pip', environment)).toMatchObject({ proxy: 'http://env.example:1', noProxy: 'inner.example' });
  const chosen = await read('npm', environment, { proxy: 'http://set.example:2' });
  expect(chosen.proxy).toBe('http://set.example:2');
});

test('a proxy without a scheme is one by http, and one of another kind is refused', async () => {
  expect((await read('pip', { HTTPS_PROXY: 'env.example:3128' })).proxy).toBe('http://env.example:3128');
  for (const proxy of ['socks5://env.example:1080', 'http://'])
    await expect(read('npm', { HTTPS_PROXY: proxy })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('whether packages may be built is what the settings say', async () => {
  expect(await read('npm')).toMatchObject({ builds: true });
  expect(await read('pip', {}, { builds: false })).toMatchObject({ builds: false });
});

describe('a bundle of certificates', () => {
  test('is read from where the machine says', async () => {
    const bundle = write('bundle.pem', `words\n${certificate}\n`);
    expect((await read('pip', { PIP_CERT: bundle })).certificates).toBe(`${certificate.trim()}\n`);
  });

  test('gives its certificates and nothing else of the file', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n';
    const fake = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    const bundle = write('bundle.pem', `${key}${fake}${certificate}\nsecret words\n`);
    expect((await read('pip', {}, { caBundlePath: bundle })).certificates).toBe(`${certificate.trim()}\n`);
  });

  test('that is none is refused', async () => {
    const other = write('id_ed25519', 'a private key');
    await expect(read('pip', {}, { caBundlePath: other })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

test('a layer is another for another image, range or source, and the same for another order', () => {
  const order = { packageManager: 'pip', packages: { a: '', b: '>1' }, source: { certificates: '' } } as const;
  const key = layerKey('image', order);
  expect(layerKey('image', { ...order, packages: { b: '>1', a: '' } })).toBe(key);
  expect(layerKey('image', { ...order, source: { certificates: '', builds: true } })).toBe(key);
  const others = [
    layerKey('other', order),
    layerKey('image', { ...order, packageManager: 'npm' }),
    layerKey('image', { ...order, packages: { a: '', b: '>2' } }),
    layerKey('image', { ...order, source: { certificates: '', indexUrl: 'https://evil.example/' } }),
    layerKey('image', { ...order, source: { certificates: '', proxy: 'http://evil.example/' } }),
    layerKey('image', { ...order, source: { certificates: certificate } }),
    layerKey('image', { ...order, source: { certificates: '', builds: false } }),
  ];
  expect(new Set([key, ...others]).size).toBe(others.length + 1);
});
