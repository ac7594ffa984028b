// Plain JavaScript: it also runs on the system's Node before the installation.

/**
 * Returns true if a process with this id runs, of any user.
 * @param {number} pid
 * @returns {boolean}
 */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
