import { randomBytes } from 'node:crypto';
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
 * Returns the first commands to try against a daemon at this address. Password and key are in no argument of a program,
 * because `echo` is part of the shell.
 * @param stop the command or the keys that stop the daemon
 */
export function welcomeText(url: string, stop: string): string {
  // A new name each time, so that the example works as printed however often it is tried.
  const email = `you-${randomBytes(3).toString('hex')}@example.com`;
  const password = randomBytes(9).toString('base64url');
  return `
Strongroom is ready: ${url}   (API documentation: ${url}/docs, stop with ${stop})

Try it: register (the account exists on this machine only), then run code.

export STRONGROOM_API_KEY=$(echo '{"email":"${email}","password":"${password}"}' |
  curl -sS ${url}/api/register -H 'content-type: application/json' -d @- | sed 's/.*"apiKey":"\\([^"]*\\)".*/\\1/')

echo "x-api-key: $STRONGROOM_API_KEY" | curl -sS ${url}/api/v1/execute -H @- \\
  -H 'content-type: application/json' -d '{"language":"python","code":"print(\\"hello from the sandbox\\")"}'
`;
}
