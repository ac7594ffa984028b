import { type EncryptedCode, readCode } from '../../../src-shared/contracts/vault.contract.ts';
import { openCode, ZKOpenError } from '../../../src-shared/zk/zk-code.ts';
import { ApiRefusal, CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { exitCodes } from '../../exit-codes.ts';
import { argon2id } from '../../vault/argon2id.ts';
import { explainMissing } from '../../vault/explain-missing.ts';

/** Reads the current or an older revision of a script, still encrypted. @throws ApiRefusal with similar names */
export function readStored(client: ApiClient, name: string, revision?: number): Promise<EncryptedCode> {
  return withSimilarNames(client, name, () => client.call(readCode, { params: { name }, query: { revision } }));
}

/** Does work with a script, and adds similar names to the refusal if there is no such script. */
export async function withSimilarNames<Result>(
  client: ApiClient,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.code !== 'code_not_found') throw error;
    throw error.withMessage(await explainMissing(client, name));
  }
}

/** Decrypts a script. @throws CliError */
export async function openStored(masterPassword: string, stored: EncryptedCode): Promise<string> {
  try {
    return await openCode(argon2id, masterPassword, stored.encryptedPayload);
  } catch (error) {
    if (!(error instanceof ZKOpenError)) throw error;
    throw new CliError('failed', `${stored.name} is not decrypted: ${error.message}`, { exitCode: exitCodes.refused });
  }
}
