import { fstatSync } from 'node:fs';
import type { Surroundings } from '../../surroundings.ts';

const stdinDescriptor = 0;

/** True when something is piped or redirected in: not a terminal, not /dev/null, not closed. */
export function isPiped({ isTTY }: Surroundings['stdin']): boolean {
  if (isTTY) return false;
  try {
    const found = fstatSync(stdinDescriptor);
    return found.isFIFO() || found.isFile() || found.isSocket();
  } catch {
    return false;
  }
}
