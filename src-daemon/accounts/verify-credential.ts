import type { Client } from '../core/actor.ts';
import type { Database } from '../db/database.ts';
import type { Authenticator, PresentedCredentials } from './authenticate.ts';
import { requireAccount, userOf } from './user.ts';

export type VerifyCredential = ReturnType<typeof createVerifyCredential>;

/** Returns the owner of a credential: of the one in the request's body, or else of the one in its headers. */
export function createVerifyCredential(deps: { database: Database; authenticate: Authenticator }) {
  const { database, authenticate } = deps;

  /** @throws AppError `unauthorized` */
  return async (client: Client, inHeaders: PresentedCredentials, inBody: string | undefined) => {
    const presented = inBody === undefined ? inHeaders : credentialsOf(inBody);
    const { accountId, accountKey, credential } = await authenticate(presented, 'credential', client);
    accountKey.fill(0);
    return {
      valid: true as const,
      user: userOf(requireAccount(database.read, accountId)),
      credential: credential.kind,
      expiresAt: credential.expiresAt === null ? null : new Date(credential.expiresAt).toISOString(),
    };
  };
}

/** As the headers would have it, so that no other spelling passes here. */
function credentialsOf(token: string): PresentedCredentials {
  return token.startsWith('srk_')
    ? { apiKey: token, authorization: undefined }
    : { apiKey: undefined, authorization: `Bearer ${token}` };
}
