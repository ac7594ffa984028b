/** Small disks that tests fill up. Each is a tmpfs, whose mount requires Linux and root. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Mounts a disk of a size such as `600k` or `2m` at the folder `path`. Its disposal unmounts it. */
export function mountSmall(path: string, size: string): Disposable & { path: string } {
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]);
  return { path, ...unmounting(path) };
}

export function unmounting(path: string): Disposable {
  return { [Symbol.dispose]: () => execFileSync('umount', ['--lazy', path]) };
}

/** Fills the disk with the file `ballast`, except for `spare` bytes. */
export function fill(disk: string, spare = 0): void {
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, '');
  for (const pageBytes of [1 << 20, 4096]) appendUntilFull(ballast, Buffer.alloc(pageBytes));
  truncateSync(ballast, statSync(ballast).size - spare);
}

function appendUntilFull(path: string, page: Uint8Array): void {
  try {
    for (;;) appendFileSync(path, page);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
