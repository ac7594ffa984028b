import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { nameOfFile } from '../../../../src-shared/formats/code-name.ts';
import { languageOfFile } from '../../../../src-shared/formats/file-language.ts';
import { ApiError } from '../../../client/api-error.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { withSealBatch } from '../../../crypto/seal-in-worker.ts';
import { readTextFile } from '../../../ui/files/read-text-file.ts';
import { forgetVaultQueries, storePayload } from '../save/store-sealed.ts';
import { runTransfer } from './transfer-store.ts';

/** Language of a file whose language is unknown. */
const defaultLanguage = 'python';
const limitBytes = 1024 * 1024;

/** A chosen file and the script that it becomes. */
export interface PlannedFile {
  file: File;
  /** Path in the folder that is imported. */
  path?: string;
  name: string;
  /** The stored script with this name, whose next revision it would become. */
  replaced: EncryptedCodeMetadata | undefined;
  /** True if an earlier file of the same import has the same script name. */
  isRepeated: boolean;
}

/** Returns the scripts that the files would become. */
export function planImport(files: readonly File[], stored: readonly EncryptedCodeMetadata[]): PlannedFile[] {
  const byName = new Map(stored.map((metadata) => [metadata.name, metadata]));
  const names = new Set<string>();
  return files.map((file) => {
    const name = nameOfFile(file.name);
    const isRepeated = names.has(name);
    names.add(name);
    return { file, name, replaced: byName.get(name), isRepeated };
  });
}

/**
 * Encrypts text files in one worker, which derives one key for all, and stores each as a script. Files that fail are
 * listed in the transfer. Returns true if all files were tried.
 */
export async function importFiles(masterPassword: string, planned: readonly PlannedFile[]): Promise<boolean> {
  const languages = await sessionQueries().ensureQueryData(languagesQuery);
  const isComplete = await withSealBatch(masterPassword, (batch) =>
    runTransfer({
      kind: 'import',
      items: planned,
      nameOf: ({ file, path }) => path ?? file.name,
      handle: async ({ file, name, replaced, isRepeated }) => {
        if (isRepeated)
          throw new ApiError('invalid_request', `Another file of this import is already saved as ${name}.`);
        if (file.size > limitBytes)
          throw new ApiError('too_large', 'The file is larger than 1 MiB, the limit for a script.');
        const code = await readTextFile(file);
        const language = languageOfFile(languages, { name: file.name, code }) ?? defaultLanguage;
        const encryptedPayload = await batch.seal(code);
        const description = replaced?.description ?? '';
        await storePayload({ name, language, description, encryptedPayload }, replaced?.revision ?? 'none');
      },
    }),
  );
  await forgetVaultQueries();
  return isComplete;
}
