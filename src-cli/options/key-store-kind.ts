import { InvalidArgumentError } from 'commander';
import { type KeyStoreKind, keyStoreKinds } from '../../src-shared-node/offline-protocol.ts';
import { refuseReplaced } from '../input/read-text.ts';
import { askNewHidden } from '../output/ask.ts';
import type { Tools } from '../toolbox.ts';

/** Parses the kind of a key store from the command line. @throws InvalidArgumentError */
export function parseKind(text: string): KeyStoreKind {
  const kind = keyStoreKinds.find((one) => one === text);
  if (kind === undefined) throw new InvalidArgumentError(`The key stores are ${keyStoreKinds.join(', ')}.`);
  return kind;
}

/** Returns the passphrase of the key store: from STRONGROOM_PASSPHRASE, as for the daemon, or from the terminal. */
export async function askKeyPassphrase({ surroundings }: Tools): Promise<string> {
  const given = surroundings.env.STRONGROOM_PASSPHRASE;
  if (!given) return askNewHidden(surroundings, 'New passphrase of the key store: ');
  refuseReplaced(given, 'STRONGROOM_PASSPHRASE');
  return given;
}
