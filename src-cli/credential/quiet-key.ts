import { execFile } from 'node:child_process';
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
  return /\bboolean false\b/.test(await callDbus(isLockedCall));
}

/** Returns the output of a call; an empty text if it fails. */
function callDbus(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('dbus-send', args, { timeout: 2 * askMs }, (error, stdout) => resolve(error === null ? stdout : ''));
  });
}
