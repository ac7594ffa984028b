/** Longer pages are shown in part. */
const shownCharacters = 4_000_000;

/**
 * Returns the source of a frame for a page of a program. A policy stands before the page's own markup, so that it cannot
 * send any request. Style elements get the nonce of the interface, whose policy the frame inherits: without scripts,
 * the page cannot use the nonce for anything else.
 */
export function framedSource(html: string, nonce: string): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'`;
  const page = html.slice(0, shownCharacters).replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`);
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${page}`;
}
