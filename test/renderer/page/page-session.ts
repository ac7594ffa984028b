import { afterEach, vi } from 'vitest';
import { beginSession, dropSession } from '../../../src-renderer/client/session/session.ts';

/** A user as the daemon describes it. */
export const testUser = { id: 7, email: 'me@example.com', createdAt: '2026-01-31T12:00:00.000Z' };

/** Returns a token that ends at this time, in epoch ms. Its signature is not valid. */
export function tokenUntil(expiresAt: number): string {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  return [part({ alg: 'HS256' }), part({ exp: Math.floor(expiresAt / 1000) }), 'signature'].join('.');
}

/** Begins a session in this process. It ends, and all globals are restored, after each test of the file. */
export function beginTestSession(token = tokenUntil(Date.now() + 3_600_000)): void {
  beginSession({ token, user: testUser });
}

/** Ends the session of each test and restores the clock and the globals. */
export function cleanPageAfterEach(): void {
  afterEach(() => {
    dropSession();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
