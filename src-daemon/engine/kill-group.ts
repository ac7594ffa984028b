import type { ChildProcess } from 'node:child_process';
import { kill, platform } from 'node:process';

/** Kills a child that leads a process group (`detached`), and all of the group. On Windows it kills the child alone. */
export function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || platform === 'win32') {
    child.kill('SIGKILL');
    return;
  }
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}
