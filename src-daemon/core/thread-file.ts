import { join } from 'node:path';

/**
 * The program of a thread: a bundle of its own next to the daemon's (`out/<bundle>/index.js`), or its source where the
 * daemon runs from its sources.
 * @param source below src-daemon
 */
export function threadFile(bundle: string, source: string): string {
  const isSource = import.meta.filename.endsWith('.ts');
  return isSource ? join(import.meta.dirname, '..', source) : join(import.meta.dirname, '..', bundle, 'index.js');
}
