import { integrityOf } from '../http/replies/integrity.ts';

/**
 * Creates the headers that restrict the interface's page to its own files. A browser that supports `Integrity-Policy`
 * refuses scripts without a hash in the page (Subresource Integrity, "Integrity-Policy"). Allowed are: inline scripts of the
 * build, by their hashes (CSP Level 3, 2.3.1); workers of the page's own modules; styles that CodeMirror adds at run time,
 * by the nonce; WebAssembly for Argon2 and the parser of Python.
 */
export function createPageHeaders(page: string): (nonce: string) => Record<string, string> {
  const inline = inlineScripts(page).map((script) => `'${integrityOf(script)}'`);
  const scripts = ["script-src 'self' 'wasm-unsafe-eval'", ...inline].join(' ');
  return (nonce) => ({
    'Content-Security-Policy': [
      "default-src 'none'",
      scripts,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob:",
      'font-src data:',
      "connect-src 'self'",
      'worker-src blob:',
      "frame-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
    'Integrity-Policy': 'blocked-destinations=(script)',
  });
}

function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script(?: type="importmap")?>([^<]*(?:<(?!\/script>)[^<]*)*)<\/script>/g)].map(
    ([, text = '']) => text,
  );
}
