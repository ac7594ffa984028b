/** Every script and style that a page of the daemon can load is covered by a hash, or is not kept by the browser. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { send } from '../../support/network/http-send.ts';
import { hashOf, importMapOf, referencesOf } from './page-hashes.ts';

const daemon = testDaemonOfFile();
const built = join(import.meta.dirname, '../../../out/renderer');

const get = (path: string, headers: Record<string, string> = {}) => send(daemon().url, { path, headers });
const assets = () => readdirSync(join(built, 'assets')).map((name) => `/assets/${name}`);

describe('the interface', () => {
  it('is kept by a browser only where the page has the hash', async () => {
    const page = await get('/');
    const hashes = new Set([
      ...referencesOf(page.text).map(({ integrity }) => integrity),
      ...Object.values(importMapOf(page.text)),
    ]);
    for (const path of [...assets(), '/icon.svg']) {
      const { bytes, headers } = await get(path);
      const isCovered = hashes.has(hashOf(bytes));
      expect(headers['cache-control'], path).toBe(isCovered ? 'public, max-age=31536000, immutable' : 'no-store');
      expect(isCovered, path).toBe(/\.(js|css)$/.test(path));
    }
  });
});
