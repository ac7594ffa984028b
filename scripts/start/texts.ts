import type { SelfCheckLine } from './daemon-reports.ts';

/** Returns the result of the self-check, for the terminal. */
export function describeSelfCheck(check: SelfCheckLine): string {
  if (check.selfCheck === 'passed') {
    const time = check.startupMs === undefined ? '' : ` (started in ${Math.round(check.startupMs)} ms)`;
    return `hello, world ran in a sandbox${time}`;
  }
  // The next step was printed with the state of the engine.
  return check.selfCheck === 'failed' ? `FAILED: ${check.reason}` : `skipped: ${check.reason}`;
}

/** Returns the command that stops a daemon in the background. */
export function stopCommand(pid: number): string {
  return process.platform === 'win32' ? `taskkill /F /PID ${pid}` : `kill ${pid}`;
}

/**
 * Returns what to do first with a daemon at this address. It names no password: an account's password cannot be reset, so
 * its owner chooses one.
 * @param stop the command or the keys that stop the daemon
 */
export function welcomeText(url: string, stop: string): string {
  return `
Strongroom is ready: ${url}   (API documentation: ${url}/docs, stop with ${stop})

Create your account at that address, with a password of your choice. It exists on this machine only. Or in another terminal,
where it asks for the password:

npx strongroom login --register --email you@example.com

npx strongroom exec python 'print("hello from the sandbox")'
`;
}
