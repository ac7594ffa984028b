import { listCode } from '../../src-shared/contracts/vault.contract.ts';
import type { ApiClient } from '../client/api-client.ts';
import { suggestSimilar } from '../suggestions/similar-names.ts';

/** Returns the message for a script that does not exist, with similar names. */
export async function explainMissing(client: ApiClient, name: string): Promise<string> {
  const { code } = await client.call(listCode, {});
  // The suggestions are those of commands, whose names have no spaces.
  const names = code.map((stored) => stored.name).filter((stored) => !stored.includes(' '));
  const advice = suggestSimilar(name, names) || 'List the scripts with: strongroom vault ls';
  return `The vault has no script named ${name}. ${advice}`;
}
