import { InvalidArgumentError } from 'commander';
import { refuseReplaced } from '../../input/read-text.ts';
import { askNewHidden } from '../../output/ask.ts';
import type { Tools } from '../../toolbox.ts';

export const keyStoreKinds = ['os', 'file', 'passphrase'] as const;

/** The kind of a key store, in the words of a command line. @throws InvalidArgumentError */
export function parseKind(text: string): string {
  if (!keyStoreKinds.some((kind) => kind === text))
    throw new InvalidArgumentError(`There are ${keyStoreKinds.join(', ')}.`);
  return text;
}

/** Of the key store: at the terminal, or from where the daemon takes it. */
export async function askKeyPassphrase({ surroundings }: Tools): Promise<string> {
  const given = surroundings.env.STRONGROOM_PASSPHRASE;
  if (!given) return askNewHidden(surroundings, 'New passphrase of the key store: ');
  refuseReplaced(given, 'STRONGROOM_PASSPHRASE');
  return given;
}
