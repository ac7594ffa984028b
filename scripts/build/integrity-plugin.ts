import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Adds the hash of every script and style to the built page, computed from the written files: `integrity` on its tags, and
 * an import map with `integrity` for modules that are imported later (HTML Standard, "import maps"). The prelude becomes
 * an inline script, whose hash the daemon adds to the page's policy.
 */
export function integrityPlugin(): Plugin {
  return {
    name: 'strongroom-integrity',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir }) {
        if (dir === undefined) throw new Error('the build of the interface has no output folder');
        const page = join(dir, 'index.html');
        writeFileSync(page, coverPage(readFileSync(page, 'utf8'), dir));
        rmSync(join(dir, 'prelude.js'));
      },
    },
  };
}

/** @param dir the folder of the page's files */
function coverPage(html: string, dir: string): string {
  const read = (path: string) => readFileSync(join(dir, path));
  const modules = readdirSync(join(dir, 'assets')).filter((name) => name.endsWith('.js'));
  const integrity = Object.fromEntries(modules.map((name) => [`/assets/${name}`, integrityOf(read(`assets/${name}`))]));
  const importMap = `<script type="importmap">${JSON.stringify({ integrity })}</script>`;
  const prelude = `<script>${read('prelude.js').toString('utf8')}</script>`;
  return html
    .replace(/<script src="\/prelude\.js"[^>]*><\/script>/, () => `${prelude}\n    ${importMap}`)
    .replace(/<script [^>]*src="([^"]+)"|<link rel="(?:stylesheet|modulepreload)"[^>]* href="([^"]+)"/g, addIntegrity);

  function addIntegrity(tag: string, script: string | undefined, link: string | undefined): string {
    return `${tag} integrity="${integrityOf(read(script ?? link ?? ''))}"`;
  }
}

/** Returns a file's hash as an `integrity` value (Subresource Integrity, 3.1). */
function integrityOf(content: Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
