import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Keeps the memory of this process, and of what it starts, out of other hands: new files are its owner's alone, a crash
 * leaves no memory on disk, and no signal opens a debugger. To be called before any key is read.
 *
 * Core dumps: Node has no setrlimit. On Linux the kernel is told to leave all mappings out of a dump
 * (`/proc/self/coredump_filter`, core(5)), which holds as well where dumps go to a collector, for which the size limit
 * does not count; `prlimit` (util-linux) sets that limit to 0 besides. macOS dumps nothing by default, Windows neither.
 */
export function hardenProcess(): void {
  if (process.platform !== 'win32') process.umask(0o077);
  if (process.platform === 'linux') stopCoreDumps();
  // A listener takes the signal from Node's own, which would open the inspector's port to any local user.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
}

function stopCoreDumps(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A kernel without CONFIG_ELF_CORE has neither the file nor the dumps.
  }
  // Where the program is missing the filter above still holds.
  spawnSync('prlimit', ['--pid', String(process.pid), '--core=0:0'], { stdio: 'ignore', timeout: 2000 });
}
