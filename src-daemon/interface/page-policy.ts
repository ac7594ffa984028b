import { integrityOf } from '../http/replies/integrity.ts';

/**
 * The headers that hold the interface's page to its own files. A script needs a hash in the page: a browser that knows
 * `Integrity-Policy` refuses any without one (Subresource Integrity, "Integrity-Policy"). Inline scripts are those
 * of the build, by their hashes (CSP Level 3, 2.3.1); workers come from the page's own modules; styles that CodeMirror
 * adds at run time carry the nonce; WebAssembly is Argon2's.
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
