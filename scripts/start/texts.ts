import { randomBytes } from 'node:crypto';
import type { SelfCheckLine } from './daemon-process.ts';

/** Returns the result of the self-check, for the terminal. */
export function describeSelfCheck(check: SelfCheckLine): string {
  if (check.selfCheck === 'passed') {
    const time = check.startupMs === undefined ? '' : ` (started in ${Math.round(check.startupMs)} ms)`;
    return `hello, world ran in a sandbox${time}`;
  }
  // The next step was printed with the state of the engine.
  return check.selfCheck === 'failed' ? `FAILED: ${check.reason}` : `skipped: ${check.reason}`;
}

/** Returns the first commands to try against a daemon at this address. */
export function welcomeText(url: string): string {
  // A new name each time, so that the example works as printed however often it is tried.
  const email = `you-${randomBytes(3).toString('hex')}@example.com`;
  const password = randomBytes(9).toString('base64url');
  return `
Strongroom is ready: ${url}   (API documentation: ${url}/docs, stop with Ctrl+C)

Try it: register (the account exists on this machine only), then run code.

KEY=$(curl -sS ${url}/api/register -H 'content-type: application/json' \\
  -d '{"email":"${email}","password":"${password}"}' | sed 's/.*"apiKey":"\\([^"]*\\)".*/\\1/')

curl -sS ${url}/api/v1/execute -H "x-api-key: $KEY" -H 'content-type: application/json' \\
  -d '{"language":"python","code":"print(\\"hello from the sandbox\\")"}'
`;
}
