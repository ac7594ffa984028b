import { randomBytes } from 'node:crypto';
import { saveDraft } from '../../../src-shared/contracts/drafts.contract.ts';
import type { DraftPayload } from '../../../src-shared/zk/draft-payload.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';

export const at = (id: string) => ({ params: { id } });

export function payload(bytes = 64, salt: string | null = null): DraftPayload {
  return {
    v: 1,
    salt,
    nonce: randomBytes(24).toString('base64'),
    ciphertext: Buffer.alloc(bytes, 7).toString('base64'),
  };
}

export const save = ({ session }: TestUser, id: string, body: object = { payload: payload() }) =>
  session.call(saveDraft, { ...at(id), body });
export const refusedSave = ({ session }: TestUser, id: string, body: object = { payload: payload() }) =>
  session.refusal(saveDraft, { ...at(id), body });
