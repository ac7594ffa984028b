import type { EncryptedCodeMetadata } from '../../../src-shared/vault.contract.ts';
import { ApiError } from '../../client/api-error.ts';
import { storeSealed } from './store-sealed.ts';

const languagesByExtension: Readonly<Record<string, string>> = {
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  ts: 'typescript',
  sh: 'bash',
  rb: 'ruby',
  php: 'php',
  pl: 'perl',
  lua: 'lua',
  r: 'r',
  c: 'c',
  cpp: 'cpp',
  go: 'go',
  rs: 'rust',
  java: 'java',
};
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
  for (const file of files) {
    if (file.size > limitBytes) throw new ApiError('too_large', `${file.name} is over 1 MiB.`);
    const name =
      file.name
        .replace(/[^A-Za-z0-9._ -]/g, '_')
        .replace(/^[._ -]+/, '')
        .slice(0, 128) || 'imported';
    const language = languagesByExtension[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'python';
    const description = stored.find((other) => other.name === name)?.description ?? '';
    await storeSealed(masterPassword, { name, language, description, code: await file.text() });
  }
  return files.length;
}
