import { listLanguages } from '../../../src-shared/contracts/languages.contract.ts';
import { interpreterOf, languageOfFile } from '../../../src-shared/formats/file-language.ts';
import { CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';

/** Of code that comes on stdin and does not say what it is. */
const defaultLanguage = 'python';

/**
 * The language of a file: by its extension, else by its `#!` line; of stdin without one, Python.
 * @throws CliError `usage`
 */
export async function findLanguage(client: ApiClient, path: string, code: string): Promise<string> {
  if (path === '-' && interpreterOf(code) === undefined) return defaultLanguage;
  const { languages } = await client.call(listLanguages, {});
  const found = languageOfFile(languages, { name: path, code });
  if (found !== undefined) return found;
  const known = languages.map(({ id, fileExtension }) => `${id} (${fileExtension})`).join(', ');
  throw new CliError('usage', `The language of ${path} is not known; name it with --language: ${known}.`);
}
