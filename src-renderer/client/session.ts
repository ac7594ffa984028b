import { createStore } from 'zustand/vanilla';
import type { User } from '../../src-shared/accounts.contract.ts';

interface Session {
  token: string;
  user: User;
  beganAt: number;
}

interface SessionState {
  session: Session | null;
  /** The session that the daemon no longer takes; null after a login. */
  ended: Session | null;
}

/**
 * Who is signed in. Only in this window's memory: the token is a key, so it is in no storage and no URL, and a reload
 * forgets it.
 */
export const sessionStore = createStore<SessionState>(() => ({ session: null, ended: null }));

export const currentToken = (): string | undefined => sessionStore.getState().session?.token;

export function beginSession({ token, user }: Pick<Session, 'token' | 'user'>): void {
  sessionStore.setState({ session: { token, user, beganAt: Date.now() }, ended: null });
}

/** Replaces the token by a fresh one of the same login. */
export function renewSession(token: string): void {
  const { session } = sessionStore.getState();
  if (session !== null) sessionStore.setState({ session: { ...session, token } });
}

/** The daemon no longer takes the token. */
export function endSession(): void {
  const { session } = sessionStore.getState();
  if (session !== null) sessionStore.setState({ session: null, ended: session });
}

export function forgetSession(): void {
  sessionStore.setState({ session: null });
}

/** When a token ends, in epoch ms; read from the token itself (RFC 7519, `exp`), 0 if it cannot be read. */
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
