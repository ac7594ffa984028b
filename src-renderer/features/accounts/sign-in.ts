import { login, register } from '../../../src-shared/accounts.contract.ts';
import { call } from '../../client/call.ts';
import { beginSession } from '../../client/session.ts';
import { useNewKeys } from './new-keys.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Makes the account and enters it; its first API key is held until it was copied or the interface locks. */
export async function createAccount(body: Credentials): Promise<void> {
  const { token, user, apiKey } = await call(register, { body });
  beginSession({ token, user });
  useNewKeys.getState().hold({ name: 'First key, every scope', apiKey });
}

export async function signIn(body: Credentials): Promise<void> {
  const { token, user } = await call(login, { body });
  beginSession({ token, user });
}
