import { createStore } from 'zustand/vanilla';
import type { User } from '../../src-shared/accounts.contract.ts';

interface Session {
  token: string;
  user: User;
}

/**
 * Who is signed in. Only in this window's memory: the token is a key, so it is in no storage and no URL, and a reload
 * forgets it.
 */
export const sessionStore = createStore<{ session: Session | null }>(() => ({ session: null }));

export const currentToken = (): string | undefined => sessionStore.getState().session?.token;

export function beginSession(session: Session): void {
  sessionStore.setState({ session });
}

/** Replaces the token by a fresh one of the same login. */
export function renewSession(token: string): void {
  const { session } = sessionStore.getState();
  if (session !== null) sessionStore.setState({ session: { ...session, token } });
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
