import { listLanguages } from '../../src-shared/contracts/languages.contract.ts';
import type { ApiRefusal } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { suggestSimilar } from './similar-names.ts';

/** Returns the refusal of an unknown language with the similar names and the list of languages. */
export async function suggestLanguage(client: ApiClient, refusal: ApiRefusal, body: unknown): Promise<ApiRefusal> {
  const word = languageIn(body);
  if (word === undefined) return refusal;
  const { languages } = await client.call(listLanguages, {});
  const similar = suggestSimilar(
    word.toLowerCase(),
    languages.flatMap(({ id, aliases }) => [id, ...aliases]),
  );
  const ids = languages.map(({ id }) => id).join(', ');
  return refusal.withMessage(
    `There is no language "${word}". ${similar === '' ? '' : `${similar} `}The languages are ${ids}.`,
  );
}

function languageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('language' in body)) return undefined;
  return typeof body.language === 'string' ? body.language : undefined;
}
