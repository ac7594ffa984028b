import { listLanguages } from '../../src-shared/contracts/languages.contract.ts';
import { interpreterOf, languageOfExtension, languageOfFile } from '../../src-shared/formats/file-language.ts';
import { CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';

/** Language of code on stdin without a `#!` line. */
const defaultLanguage = 'python';

/**
 * Returns the language of a file by its extension, or else by its `#!` line. Code on stdin without one is Python.
 * @throws CliError `usage`
 */
export async function findLanguage(client: ApiClient, path: string, code: string): Promise<string> {
  if (path === '-' && interpreterOf(code) === undefined) return defaultLanguage;
  const known = client.target.isSameVersion ? languageOfExtension(path) : undefined;
  if (known !== undefined) return known;
  const { languages } = await client.call(listLanguages, {});
  const found = languageOfFile(languages, { name: path, code });
  if (found !== undefined) return found;
  const names = languages.map(({ id, fileExtension }) => `${id} (${fileExtension})`).join(', ');
  throw new CliError('usage', `The language of ${path} is unknown. Name it with --language: ${names}.`);
}
