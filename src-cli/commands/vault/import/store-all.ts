import { entityTag } from '../../../../src-shared/contracts/preconditions.ts';
import { type CodeInput, storeCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { ApiRefusal, CliError } from '../../../cli-error.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import type { Tools } from '../../../toolbox.ts';
import type { LeftOut } from './plan-import.ts';

/** A script that is about to be stored. */
export interface Storable {
  file: string;
  name: string;
  replaced: number | undefined;
  /** Returns what is stored. A failure leaves out this script only. @throws CliError, RangeError */
  seal(): Promise<CodeInput>;
}

export interface StoredScript {
  file: string;
  name: string;
  /** True for a new script, false for the next revision of one. */
  isNew: boolean;
}

/**
 * Stores scripts one after the other. A name that another client took or changed in the meantime is not replaced. After a
 * daemon that does not answer, the rest is not tried, and is listed.
 */
export async function storeAll(
  { reporter }: Tools,
  client: ApiClient,
  scripts: readonly Storable[],
): Promise<{ stored: StoredScript[]; leftOut: LeftOut[] }> {
  const stored: StoredScript[] = [];
  const leftOut: LeftOut[] = [];
  let lost: string | undefined;
  for (const [index, { file, name, replaced, seal }] of scripts.entries()) {
    reporter.progress(`Storing ${index + 1} of ${scripts.length} …`);
    if (lost === undefined) {
      try {
        const headers = replaced === undefined ? { 'If-None-Match': '*' } : { 'If-Match': entityTag(replaced) };
        await client.call(storeCode, { params: { name }, headers, body: await seal() });
        stored.push({ file, name, isNew: replaced === undefined });
      } catch (error) {
        const reason = reasonOf(error, name);
        if (error instanceof CliError && error.code === 'no_daemon') lost = reason;
        leftOut.push({ file, reason });
      }
    } else leftOut.push({ file, reason: lost });
  }
  reporter.progress(undefined);
  return { stored, leftOut };
}

function reasonOf(error: unknown, name: string): string {
  if (error instanceof ApiRefusal && error.code === 'precondition_failed')
    return `another program stored ${name} in the meantime; import it again`;
  if (error instanceof ApiRefusal || error instanceof CliError) return error.message;
  throw error;
}
