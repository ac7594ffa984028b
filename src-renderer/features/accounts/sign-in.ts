import { login, registerWithoutKey } from '../../../src-shared/contracts/accounts.contract.ts';
import { call } from '../../client/call.ts';
import { beginSession } from '../../client/session/session.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Creates the account and logs in. No API key is created: users create one on the Access screen. */
export async function createAccount(body: Credentials): Promise<void> {
  const { token, user } = await call(registerWithoutKey, { body });
  beginSession({ token, user });
}

export async function signIn(body: Credentials): Promise<void> {
  const { token, user } = await call(login, { body });
  beginSession({ token, user });
}
