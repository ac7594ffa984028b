import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { stdinDescriptor } from './piped.ts';

let own: ReadStream | undefined;

/**
 * Returns the stdin of this process. It is opened at its first use, because few commands read it. For the null device, which
 * agents and cron give to a command, it is an empty stream: Node would load its reader of files, which takes a tenth of the
 * time in which Node itself starts.
 */
export function ownInput(): ReadStream {
  own ??= isNullDevice() ? (Readable.from([]) as ReadStream) : process.stdin;
  return own;
}

function isNullDevice(): boolean {
  try {
    const { rdev } = fstatSync(stdinDescriptor);
    return rdev !== 0 && rdev === statSync(devNull).rdev;
  } catch {
    // Closed, or a system without this device.
    return false;
  }
}
