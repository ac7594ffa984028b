import { createHash } from 'node:crypto';

export const hashOf = (content: Buffer | string) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** The scripts and styles that a page names, each with the hash that it demands. */
export function referencesOf(html: string): { path: string; integrity: string | undefined }[] {
  const tags = html.match(/<script [^>]*src=[^>]*>|<link rel="(?:stylesheet|modulepreload)"[^>]*>/g) ?? [];
  return tags.map((tag) => ({
    path: /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '',
    integrity: /integrity="([^"]+)"/.exec(tag)?.[1],
  }));
}

/** The hash of each module in the page's import map. */
export function importMapOf(html: string): Record<string, string> {
  const text = /<script type="importmap">([^<]+)<\/script>/.exec(html)?.[1] ?? '{}';
  return JSON.parse(text).integrity ?? {};
}
