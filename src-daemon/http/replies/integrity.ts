import { createHash } from 'node:crypto';

/** The hash of a file by which a page names it: `sha256-` and the digest in base64 (Subresource Integrity, 3.1). */
export function integrityOf(content: Uint8Array | string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
