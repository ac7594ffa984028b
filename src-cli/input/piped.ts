import { fstatSync } from 'node:fs';
import type { Surroundings } from '../surroundings.ts';

export const stdinDescriptor = 0;

/** Returns true if stdin is a pipe or a file: not a terminal, /dev/null or closed. */
export function isPiped({ isTTY }: Surroundings['stdin']): boolean {
  if (isTTY) return false;
  try {
    const found = fstatSync(stdinDescriptor);
    return found.isFIFO() || found.isFile() || found.isSocket();
  } catch {
    return false;
  }
}
