import { InvalidArgumentError } from 'commander';
import { refuseReplaced } from '../../input/read-text.ts';
import { askNewHidden } from '../../output/ask.ts';
import type { Tools } from '../../toolbox.ts';

export const keyStoreKinds = ['os', 'file', 'passphrase'] as const;

/** Parses the kind of a key store from the command line. @throws InvalidArgumentError */
export function parseKind(text: string): string {
  if (!keyStoreKinds.some((kind) => kind === text))
    throw new InvalidArgumentError(`The key stores are ${keyStoreKinds.join(', ')}.`);
  return text;
}

/** Returns the passphrase of the key store: from STRONGROOM_PASSPHRASE, as for the daemon, or from the terminal. */
export async function askKeyPassphrase({ surroundings }: Tools): Promise<string> {
  const given = surroundings.env.STRONGROOM_PASSPHRASE;
  if (!given) return askNewHidden(surroundings, 'New passphrase of the key store: ');
  refuseReplaced(given, 'STRONGROOM_PASSPHRASE');
  return given;
}
