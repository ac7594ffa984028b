import { join } from 'node:path';

/**
 * Returns the path of a thread's program: its bundle next to the daemon's (`out/<bundle>/index.js`), or its source if
 * the daemon runs from the sources.
 * @param source below src-daemon
 */
export function threadFile(bundle: string, source: string): string {
  const isSource = import.meta.filename.endsWith('.ts');
  return isSource ? join(import.meta.dirname, '..', source) : join(import.meta.dirname, '..', bundle, 'index.js');
}
