import { createStore } from 'zustand/vanilla';
import type { UserInfo } from '../../../src-shared/contracts/accounts.contract.ts';
import { signInQueries } from '../query-client.ts';
import { dropSessionScope, openSessionScope } from './session-scope.ts';

export interface Session {
  token: string;
  user: UserInfo;
  beganAt: number;
  /** The daemon has refused the token: the session is over, and this window is about to leave it. */
  isRefused: boolean;
}

/**
 * The session of this window. The token is only in memory, never in browser storage or a URL, so a reload drops it. A
 * session ends only through leave-session.ts.
 */
export const sessionStore = createStore<{ session: Session | null }>(() => ({ session: null }));

export const currentToken = (): string | undefined => sessionStore.getState().session?.token;

export function beginSession({ token, user }: Pick<Session, 'token' | 'user'>): void {
  openSessionScope();
  // The sign-in form's mutation holds the password.
  signInQueries.getMutationCache().clear();
  sessionStore.setState({ session: { token, user, beganAt: Date.now(), isRefused: false } });
}

/** Replaces the token with a new one of the same login. */
export function renewSession(token: string): void {
  const { session } = sessionStore.getState();
  if (session !== null) sessionStore.setState({ session: { ...session, token } });
}

/** Records that the daemon no longer accepts the token. */
export function markSessionRefused(): void {
  const { session } = sessionStore.getState();
  if (session !== null) sessionStore.setState({ session: { ...session, isRefused: true } });
}

/** Forgets the token and drops every store of the session. */
export function dropSession(): void {
  sessionStore.setState({ session: null });
  dropSessionScope();
}

/** Returns when a token expires, in epoch ms, from its `exp` claim (RFC 7519); 0 if it cannot be read. */
export function tokenExpiresAt(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined;
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}
