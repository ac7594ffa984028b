import { login, logout } from '../../../src-shared/contracts/accounts.contract.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { askHidden } from '../../output/ask.ts';
import type { Tools } from '../../toolbox.ts';

/**
 * Asks for the password and opens a session for one operation that no API key can use. The session ends afterwards.
 * @param use the operation; it gets the client of the session, and the password
 */
export async function withSession<T>(
  { connector, surroundings }: Tools,
  email: string,
  use: (session: ApiClient, password: string) => Promise<T>,
): Promise<T> {
  const password = await askHidden(surroundings, 'Password: ');
  const open = await connector.connectOpen();
  const { token } = await open.call(login, { body: { email, password } });
  const session = open.with({ authorization: `Bearer ${token}` });
  try {
    return await use(session, password);
  } finally {
    await session.call(logout, { body: undefined });
  }
}
