import { CliError } from '../cli-error.ts';
import type { Surroundings } from '../surroundings.ts';
import type { createCredentialStore } from './credential-store.ts';
import { type OwnKey, requireHeaderForm } from './own-key.ts';

/** Returns the key in `STRONGROOM_API_KEY`, or else the key that `login` stored. @throws CliError `not_logged_in` */
export async function findKey(
  { STRONGROOM_URL: givenUrl, STRONGROOM_API_KEY: givenKey }: Surroundings['env'],
  credentials: Pick<ReturnType<typeof createCredentialStore>, 'find'>,
): Promise<OwnKey> {
  if (givenKey) return requireHeaderForm({ apiKey: givenKey, origin: 'environment' });
  // A stored key belongs to the daemon that proved its identity, and must not be sent to another address.
  if (givenUrl)
    throw new CliError(
      'not_logged_in',
      'STRONGROOM_URL is set, so the key is read from STRONGROOM_API_KEY. Set that as well.',
    );
  const stored = await credentials.find();
  if (stored !== undefined) return requireHeaderForm({ apiKey: stored.apiKey, origin: { storedIn: stored.location } });
  const message = 'You are not logged in: run "strongroom login" (or "strongroom login --register" the first time).';
  throw new CliError('not_logged_in', message);
}
