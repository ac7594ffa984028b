import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locations } from '../../src-shared-node/locations.ts';
import type { Surroundings } from '../surroundings.ts';
import { createCredentialStore } from './credential-store.ts';
import { readKeyFile } from './key-file.ts';

const askMs = 300;
/** Reads one property of the Secret Service, which unlocks nothing. */
const isLockedCall = [
  ...['--session', '--print-reply=literal', `--reply-timeout=${askMs}`, '--dest=org.freedesktop.secrets'],
  ...['/org/freedesktop/secrets/aliases/default', 'org.freedesktop.DBus.Properties.Get'],
  ...['string:org.freedesktop.Secret.Collection', 'string:Locked'],
];

/**
 * Returns the key of the command if no keychain asks its user a question for it: from STRONGROOM_API_KEY, the key file, or a
 * keychain of Linux that is unlocked. Undefined on macOS and Windows if the key is in the keychain.
 */
export async function findQuietKey(
  { STRONGROOM_URL: givenUrl, STRONGROOM_API_KEY: givenKey }: Surroundings['env'],
  locations: Locations,
): Promise<string | undefined> {
  if (givenKey || givenUrl) return givenKey;
  const store = createCredentialStore(locations);
  return readKeyFile(store.filePath) ?? ((await isKeychainUnlocked()) ? store.read() : undefined);
}

async function isKeychainUnlocked(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const answer = await promisify(execFile)('dbus-send', isLockedCall, { timeout: 2 * askMs }).catch(() => undefined);
  return answer !== undefined && /\bboolean false\b/.test(answer.stdout);
}
