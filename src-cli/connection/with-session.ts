import { login, logout } from '../../src-shared/contracts/accounts.contract.ts';
import type { ApiClient } from '../client/api-client.ts';
import { askHidden } from '../output/ask.ts';
import type { Tools } from '../toolbox.ts';

/**
 * Asks for the password and opens a session for one operation that no API key can use. The session ends afterwards.
 * @param use the operation; it gets the client of the session, and the password
 */
export async function withSession<T>(
  tools: Tools,
  email: string,
  use: (session: ApiClient, password: string) => Promise<T>,
): Promise<T> {
  const password = await askHidden(tools.surroundings, 'Password: ');
  return withSessionOf(tools, { email, password }, (session) => use(session, password));
}

/** Does the same for a caller that has asked for the password. */
export async function withSessionOf<T>(
  { connector }: Tools,
  { email, password }: { email: string; password: string },
  use: (session: ApiClient) => Promise<T>,
): Promise<T> {
  const open = await connector.connectOpen();
  const { token } = await open.call(login, { body: { email, password } });
  const session = open.with({ authorization: `Bearer ${token}` });
  try {
    return await use(session);
  } finally {
    await session.call(logout, { body: undefined });
  }
}
