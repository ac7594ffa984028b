import type { NetworkRules } from '../../../../src-shared/contracts/network/network-rules.ts';
import { storeCode } from '../../../../src-shared/contracts/vault.contract.ts';
import type { ZKPayload } from '../../../../src-shared/zk/zk-payload.ts';
import { ApiError } from '../../../client/api-error.ts';
import { send } from '../../../client/send.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { sealInWorker } from '../../../crypto/seal-in-worker.ts';
import { rulesOf } from '../../../ui/network/rule-form.ts';
import type { PlainCode } from '../documents/script-edit.ts';

/** The revision that must be stored for a save to succeed; `none`: the name must be free. */
export type ExpectedRevision = number | 'none';

/**
 * Encrypts code in this window and stores it as a new script or a new revision. Returns the revision. The caller must
 * reload the list.
 * @throws ApiError `precondition_failed` if the stored revision is not the expected one
 */
export async function storeSealed(
  masterPassword: string,
  { code, network, ...rest }: PlainCode,
  expected: ExpectedRevision,
): Promise<number> {
  const encryptedPayload = await sealInWorker(masterPassword, code);
  return storePayload({ ...rest, network: network ? rulesOf(network) : null, encryptedPayload }, expected);
}

type SealedCode = Omit<PlainCode, 'code' | 'network'> & {
  encryptedPayload: ZKPayload;
  /** null: no rules. Absent: those of the stored script are kept. */
  network?: NetworkRules | null;
};

/** Stores an encrypted payload and returns the revision. The caller must reload the list. @throws ApiError */
export async function storePayload({ name, ...body }: SealedCode, expected: ExpectedRevision): Promise<number> {
  const headers = expected === 'none' ? { 'If-None-Match': '*' } : { 'If-Match': `"${expected}"` };
  const response = await send(storeCode, { params: { name }, body, headers });
  const revision = Number(response.headers.get('etag')?.slice(1, -1));
  if (!Number.isInteger(revision))
    throw new ApiError('unreadable', 'The response of the daemon does not contain the revision. Reload this window.');
  return revision;
}

/** Reloads the data of the vault. */
export const forgetVaultQueries = (): Promise<void> => sessionQueries().invalidateQueries({ queryKey: ['vault'] });
