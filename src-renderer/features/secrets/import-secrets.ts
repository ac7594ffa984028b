import { putSecret, type SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { ApiError, asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { conditionOf, isPreconditionFailed } from '../../client/conditional-save.ts';
import type { ImportEntry } from './import-plan.ts';

interface ImportOutcome {
  /** The names that were saved, in the order of the file. */
  saved: string[];
  /** The error that stopped the import. */
  stopped?: { name: string; error: ApiError };
}

/**
 * Saves the variables of a file one after the other, as the preview showed them: a new one does not replace a secret
 * that was created since, and a replacement requires the version that was shown.
 */
export async function importSecrets(
  entries: readonly ImportEntry[],
  known: readonly SecretMetadata[],
): Promise<ImportOutcome> {
  const versions = new Map(known.map(({ name, version }) => [name, version]));
  const saved: string[] = [];
  for (const { name, value } of entries) {
    try {
      await call(putSecret, { params: { name }, body: { value }, headers: conditionOf(versions.get(name)) });
      saved.push(name);
    } catch (error) {
      return { saved, stopped: { name, error: stopError(name, saved.length, error) } };
    }
  }
  return { saved };
}

function stopError(name: string, count: number, thrown: unknown): ApiError {
  const error = asApiError(thrown);
  const why = isPreconditionFailed(error)
    ? `${name} was changed in another window or by a program after the preview. Select it again to replace it.`
    : `${name} could not be saved: ${error.message}`;
  const before =
    count === 0 ? 'Nothing was saved.' : `${count === 1 ? '1 secret was' : `${count} secrets were`} saved.`;
  return new ApiError(error.code, `${why} ${before}`, { requestId: error.requestId });
}
