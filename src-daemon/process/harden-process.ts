import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Protects the memory of this process and its children: only the owner can read new files, a crash writes no memory to
 * disk, and no signal opens a debugger. Must be called before any key is read.
 *
 * Core dumps: Node has no setrlimit. On Linux a filter excludes all mappings from a dump (`/proc/self/coredump_filter`,
 * core(5)), which also works where a collector receives the dumps, for which the size limit does not count; `prlimit`
 * (util-linux) also sets that limit to 0. macOS dumps nothing by default, Windows neither.
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
