/** Every script and style that a page of the daemon can load is covered by a hash, or is not kept by the browser. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { send } from '../../support/network/http-send.ts';

const daemon = testDaemonOfFile();
const built = join(import.meta.dirname, '../../../out/renderer');

const get = (path: string, headers: Record<string, string> = {}) => send(daemon().url, { path, headers });
const hashOf = (content: Buffer | string) => `sha256-${createHash('sha256').update(content).digest('base64')}`;
const assets = () => readdirSync(join(built, 'assets')).map((name) => `/assets/${name}`);

/** The scripts and styles that a page names, each with the hash that it demands. */
function referencesOf(html: string): { path: string; integrity: string | undefined }[] {
  const tags = html.match(/<script [^>]*src=[^>]*>|<link rel="(?:stylesheet|modulepreload)"[^>]*>/g) ?? [];
  return tags.map((tag) => ({
    path: /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '',
    integrity: /integrity="([^"]+)"/.exec(tag)?.[1],
  }));
}

/** The hash of each module in the page's import map. */
function importMapOf(html: string): Record<string, string> {
  const text = /<script type="importmap">([^<]+)<\/script>/.exec(html)?.[1] ?? '{}';
  return JSON.parse(text).integrity ?? {};
}

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
