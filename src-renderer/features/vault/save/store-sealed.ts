import { storeCode } from '../../../../src-shared/contracts/vault.contract.ts';
import type { ZKPayload } from '../../../../src-shared/zk/zk-payload.ts';
import { ApiError } from '../../../client/api-error.ts';
import { send } from '../../../client/send.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { sealInWorker } from '../../../crypto/seal-in-worker.ts';
import type { PlainCode } from '../documents/script-edit.ts';

/** The revision that the store must have for a change to be made; `none`: the name must be free. */
export type ExpectedRevision = number | 'none';

/**
 * Encrypts code here and stores the result as a new script or a new revision, whose number it returns. The caller asks
 * for the list again.
 * @throws ApiError `precondition_failed` if the store has another revision than was expected
 */
export async function storeSealed(
  masterPassword: string,
  { code, ...rest }: PlainCode,
  expected: ExpectedRevision,
): Promise<number> {
  const encryptedPayload = await sealInWorker(masterPassword, code);
  return storePayload({ ...rest, encryptedPayload }, expected);
}

/** Stores what is sealed already; the caller asks for the list again. Returns the revision. @throws ApiError */
export async function storePayload(
  { name, ...body }: Omit<PlainCode, 'code'> & { encryptedPayload: ZKPayload },
  expected: ExpectedRevision,
): Promise<number> {
  const headers = expected === 'none' ? { 'If-None-Match': '*' } : { 'If-Match': `"${expected}"` };
  const response = await send(storeCode, { params: { name }, body, headers });
  const revision = Number(response.headers.get('etag')?.slice(1, -1));
  if (!Number.isInteger(revision))
    throw new ApiError('unreadable', 'The response of the daemon does not contain the revision. Reload this window.');
  return revision;
}

/** What is shown of the vault is asked for again. */
export const forgetVaultQueries = (): Promise<void> => sessionQueries().invalidateQueries({ queryKey: ['vault'] });
