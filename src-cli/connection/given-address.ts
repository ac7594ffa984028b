import { withoutTrailing } from '../../src-shared/formats/without-trailing.ts';
import { CliError } from '../cli-error.ts';

/**
 * Checks and returns the address in `STRONGROOM_URL`. A credential is sent over a network only with TLS.
 * @throws CliError `usage`
 */
export function checkAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new CliError('usage', 'STRONGROOM_URL must be an address such as http://127.0.0.1:7341.');
  const isHere = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isHere)
    throw new CliError(
      'usage',
      'STRONGROOM_URL: http is allowed for this machine only; use https for another machine.',
    );
  return withoutTrailing(url.href, '/');
}
