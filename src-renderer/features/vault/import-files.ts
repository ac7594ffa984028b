import { languageOfFile } from '../../../src-shared/file-language.ts';
import type { EncryptedCodeMetadata } from '../../../src-shared/vault.contract.ts';
import { ApiError } from '../../client/api-error.ts';
import { languagesQuery } from '../../client/queries.ts';
import { readTextFile } from '../../client/read-text-file.ts';
import { sessionQueries } from '../../client/session-scope.ts';
import { storeSealed } from './store-sealed.ts';

/** Of a text that does not say what it is. */
const defaultLanguage = 'python';
const limitBytes = 1024 * 1024;

/**
 * Encrypts text files here and stores them under their names; one of the same name becomes its next revision. Tells how
 * many were stored.
 * @throws ApiError for the first file that cannot be stored; those before it are
 */
export async function importFiles(
  masterPassword: string,
  files: readonly File[],
  stored: readonly EncryptedCodeMetadata[],
): Promise<number> {
  const languages = await sessionQueries().ensureQueryData(languagesQuery);
  for (const file of files) {
    if (file.size > limitBytes) throw new ApiError('too_large', `${file.name} is over 1 MiB.`);
    const name =
      file.name
        .replace(/[^A-Za-z0-9._ -]/g, '_')
        .replace(/^[._ -]+/, '')
        .slice(0, 128) || 'imported';
    const code = await readTextFile(file);
    const language = languageOfFile(languages, { name: file.name, code }) ?? defaultLanguage;
    const description = stored.find((other) => other.name === name)?.description ?? '';
    await storeSealed(masterPassword, { name, language, description, code });
  }
  return files.length;
}
