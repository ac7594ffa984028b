import { randomBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createApiKey, parseApiKey, signSession, verifySession } from '../../../src-daemon/crypto/tokens.ts';

describe('an API key', () => {
  test('is prefixed base 62 that gives its parts back', () => {
    for (let i = 0; i < 200; i += 1) {
      const { text, keyId, secret } = createApiKey();
      expect(text).toMatch(/^srk_[0-9A-Za-z]{17}_[0-9A-Za-z]{49}$/);
      expect(parseApiKey(text)).toEqual({ keyId, secret });
      expect(secret).toHaveLength(32);
    }
  });

  test('with any one character mistyped is no key', () => {
    const { text } = createApiKey();
    for (let at = 0; at < text.length; at += 1) {
      const other = text.charAt(at) === 'a' ? 'b' : 'a';
      expect(parseApiKey(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
    }
  });

  test.each(['', 'srk_', 'x', `srk_${'a'.repeat(17)}_${'z'.repeat(49)}`])('is not %o', (text) => {
    expect(parseApiKey(text)).toBeUndefined();
  });

  test('with a line break behind it is no key', () => {
    expect(parseApiKey(`${createApiKey().text}\n`)).toBeUndefined();
  });
});

describe('a session token', () => {
  const jwtKey = new Uint8Array(randomBytes(32));
  const now = 1_800_000_000_000;
  const hourMs = 3_600_000;
  const session = {
    accountId: 7,
    sessionId: 'session-id',
    sessionKey: new Uint8Array(randomBytes(32)),
    issuedAt: now,
    expiresAt: now + hourMs,
  };
  const claims = { key: Buffer.from(session.sessionKey).toString('base64url') };

  /** A token that is right but for what a test changes. */
  function handMade(changes: { typ?: string; alg?: string; aud?: string; iss?: string; exp?: number; key?: string }) {
    return new SignJWT({ ...claims, ...(changes.key === undefined ? {} : { key: changes.key }) })
      .setProtectedHeader({ alg: changes.alg ?? 'HS256', typ: changes.typ ?? 'strongroom-session+jwt' })
      .setIssuer(changes.iss ?? 'strongroom')
      .setAudience(changes.aud ?? 'strongroom-daemon')
      .setSubject('7')
      .setJti('session-id')
      .setIssuedAt(now / 1000)
      .setExpirationTime(changes.exp ?? (now + hourMs) / 1000)
      .sign(jwtKey);
  }

  test('says what was signed', async () => {
    expect(await verifySession(await signSession(session, jwtKey), jwtKey, now)).toEqual(session);
    expect(await verifySession(await handMade({}), jwtKey, now)).toEqual(session);
  });

  test('ends after its hour, and only a refresh still reads it', async () => {
    const token = await signSession(session, jwtKey);
    expect(await verifySession(token, jwtKey, now + hourMs - 1000)).toBeDefined();
    expect(await verifySession(token, jwtKey, now + hourMs)).toBeUndefined();
    expect(await verifySession(token, jwtKey, now + 10 * hourMs, { ignoreExpiry: true })).toEqual(session);
  });

  test.each([
    ['of another type', { typ: 'JWT' }],
    ['of another algorithm', { alg: 'HS512' }],
    ['for another audience', { aud: 'someone-else' }],
    ['of another issuer', { iss: 'someone-else' }],
    ['that lives longer than an hour', { exp: now / 1000 + 3601 }],
    ['whose key is too short', { key: 'AAAA' }],
  ])('%s is refused, for a refresh as well', async (_, changes) => {
    const token = await handMade(changes);
    expect(await verifySession(token, jwtKey, now)).toBeUndefined();
    expect(await verifySession(token, jwtKey, now, { ignoreExpiry: true })).toBeUndefined();
  });

  test('that is unsigned, foreign or changed is refused', async () => {
    const token = await signSession(session, jwtKey);
    const [head, body, mac] = token.split('.');
    const other = await signSession({ ...session, accountId: 8 }, jwtKey);
    const unsigned = new UnsecuredJWT(claims)
      .setIssuer('strongroom')
      .setAudience('strongroom-daemon')
      .setSubject('7')
      .setJti('session-id')
      .setIssuedAt(now / 1000)
      .setExpirationTime((now + hourMs) / 1000)
      .encode();
    for (const bad of ['', 'a.b.c', unsigned, `${head}.${body}.`, `${head}.${other.split('.')[1]}.${mac}`]) {
      expect(await verifySession(bad, jwtKey, now)).toBeUndefined();
    }
    expect(await verifySession(token, new Uint8Array(32), now)).toBeUndefined();
  });
});
