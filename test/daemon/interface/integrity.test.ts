/** Every script and style that a page of the daemon can load is covered by a hash, or is not kept by the browser. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { type Answer, send } from '../../support/network/http-send.ts';
import { hashOf, importMapOf, referencesOf } from './page-hashes.ts';

const daemon = testDaemonOfFile();
const built = join(import.meta.dirname, '../../../out/renderer');

const get = (path: string, headers: Record<string, string> = {}) => send(daemon().url, { path, headers });
const assets = () => readdirSync(join(built, 'assets')).map((name) => `/assets/${name}`);

async function expectCovered(page: Answer): Promise<void> {
  const references = referencesOf(page.text);
  expect(references.length).toBeGreaterThan(2);
  for (const { path, integrity } of references) expect(integrity, path).toBe(hashOf((await get(path)).bytes));
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'integrity-policy': 'blocked-destinations=(script)',
  });
}

describe('the interface', () => {
  it('names the hash of each script and style that it loads at first', async () => {
    await expectCovered(await get('/'));
  });

  it('names the hash of each module that it may load later', async () => {
    const { text } = await get('/');
    const modules = assets().filter((path) => path.endsWith('.js'));
    expect(modules.length).toBeGreaterThan(20);
    const served = await Promise.all(modules.map(async (path) => [path, hashOf((await get(path)).bytes)]));
    expect(importMapOf(text)).toEqual(Object.fromEntries(served));
  });

  it('has no worker, module or style with an address that a hash cannot be given for', () => {
    const others = assets().filter((path) => !/\.(js|css)$/.test(path));
    expect(others).toEqual([expect.stringMatching(/^\/assets\/python-parser-[0-9a-f]{12}\.wasm\.gz$/)]);
    expect(assets().filter((path) => path.endsWith('.css'))).toHaveLength(1);
    const styles = readFileSync(join(built, assets().find((path) => path.endsWith('.css')) ?? ''), 'utf8');
    expect(styles).not.toMatch(/@import|url\((?!data:)/);
    for (const path of assets().filter((name) => name.endsWith('.js'))) {
      const text = readFileSync(join(built, path), 'utf8');
      expect(text, path).not.toMatch(/new (?:Shared)?Worker\(\s*new URL|serviceWorker\.register|\.wasm["'`]/);
    }
  });

  it('fetches the parser of Python by its hash', () => {
    const [path = ''] = assets().filter((name) => name.endsWith('.wasm.gz'));
    const own = hashOf(readFileSync(join(built, path)));
    const modules = assets().filter((name) => name.endsWith('.js'));
    const naming = modules.map((name) => readFileSync(join(built, name), 'utf8')).filter((text) => text.includes(path));
    expect(naming.length).toBeGreaterThan(0);
    for (const text of naming) expect(text).toContain(own);
  });

  it('runs no inline script but its own, and workers of its own modules', async () => {
    const { text, headers } = await get('/');
    const inline = [...text.matchAll(/<script(?: type="importmap")?>([\s\S]*?)<\/script>/g)].map(
      ([, script = '']) => script,
    );
    const policy = String(headers['content-security-policy']);
    expect(inline).toHaveLength(2);
    const allowed = inline.map((script) => `'${hashOf(script)}'`).join(' ');
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${allowed};`);
    expect(policy).toContain('worker-src blob:;');
    expect(policy).toContain('font-src data:;');
    expect(policy).not.toMatch(/'unsafe-/);
  });

  it('answers a request for a service worker, at any path, with one that removes itself', async () => {
    for (const path of ['/', '/sw.js', '/assets/hostile.js', assets()[0] ?? '']) {
      const { status, text, headers } = await get(path, { 'service-worker': 'script' });
      expect({ status, ...headers }, path).toMatchObject({ status: 200, 'cache-control': 'no-store' });
      expect(headers['content-type']).toContain('javascript');
      expect(text).toContain('registration.unregister()');
    }
  });
});

describe('the page of the API', () => {
  it('names the hash of each script and style, none of which a browser keeps', async () => {
    const page = await get('/docs');
    await expectCovered(page);
    for (const { path } of referencesOf(page.text)) expect((await get(path)).headers['cache-control']).toBe('no-store');
  });
});
