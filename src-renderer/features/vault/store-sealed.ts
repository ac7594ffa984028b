import { storeCode } from '../../../src-shared/vault.contract.ts';
import { call } from '../../client/call.ts';
import { sessionQueries } from '../../client/session-scope.ts';
import { sealInWorker } from '../../crypto/seal-in-worker.ts';

export interface PlainCode {
  name: string;
  language: string;
  description: string;
  code: string;
}

/** Encrypts code here and stores what came of it, as a new code or a new revision. @throws ApiError */
export async function storeSealed(masterPassword: string, { name, code, ...rest }: PlainCode): Promise<void> {
  const encryptedPayload = await sealInWorker(masterPassword, code);
  await call(storeCode, { params: { name }, body: { encryptedPayload, ...rest } });
  await sessionQueries().invalidateQueries({ queryKey: ['vault'] });
}
