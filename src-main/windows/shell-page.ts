import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { protocol, type Session } from 'electron';

const files: Record<string, { name: string; mediaType: string }> = {
  '/': { name: 'index.html', mediaType: 'text/html; charset=utf-8' },
  '/page.css': { name: 'page.css', mediaType: 'text/css; charset=utf-8' },
  '/page.js': { name: 'page.js', mediaType: 'text/javascript; charset=utf-8' },
  '/icon.svg': { name: 'icon.svg', mediaType: 'image/svg+xml' },
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export const shellPageUrl = 'strongroom-shell://page/';

/** Registers the page's scheme. Must be called before the app is ready. */
export function declareShellPage(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'strongroom-shell', privileges: { standard: true, secure: true } }]);
}

/** Serves the page that is shown while no daemon runs: four files and nothing else. */
export function serveShellPage(session: Session, folder: string): void {
  session.protocol.handle('strongroom-shell', ({ url }) => {
    const { host, pathname } = new URL(url);
    const file = host === 'page' ? files[pathname] : undefined;
    if (file === undefined) return new Response('', { status: 404 });
    return new Response(readFileSync(join(folder, file.name)), {
      headers: {
        'Content-Type': file.mediaType,
        'Content-Security-Policy': policy,
        'X-Content-Type-Options': 'nosniff',
      },
    });
  });
}
