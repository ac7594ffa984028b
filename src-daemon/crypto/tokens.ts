import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base64url, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { decodeBase64url } from '../../src-shared/formats/base64.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const keyIdBytes = 12;
const keyIdDigits = 17;
const secretBytes = 32;
const secretDigits = 43;
const checksumDigits = 6;
const shape = /^srk_([0-9A-Za-z]{17})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

const type = 'strongroom-session+jwt';
const issuer = 'strongroom';
const audience = 'strongroom-daemon';
const lifetimeSeconds = 3600;

export interface SessionToken {
  accountId: number;
  sessionId: string;
  /** 32 random bytes: the credential that wraps the session's key. The token is a key, and handled like one. */
  sessionKey: Uint8Array;
  /** Epoch ms; the token keeps whole seconds. */
  issuedAt: number;
  expiresAt: number;
}

interface VerifyOptions {
  /**
   * Lets an expired token through, for a refresh; its signature, type, issuer and audience are checked all the same.
   */
  ignoreExpiry?: boolean;
}

/** Signs a session as a JWT (RFC 7519), HS256 under the daemon's 32-byte key. */
export function signSession(session: SessionToken, jwtKey: Uint8Array): Promise<string> {
  return new SignJWT({ key: base64url.encode(session.sessionKey) })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(session.accountId))
    .setJti(session.sessionId)
    .setIssuedAt(Math.floor(session.issuedAt / 1000))
    .setExpirationTime(Math.floor(session.expiresAt / 1000))
    .sign(jwtKey);
}

/**
 * Returns the claims of a token, or undefined when it is not one that this daemon has signed, is of another type,
 * algorithm, issuer or audience, lives longer than an hour, or has expired at `now` (epoch ms).
 */
// biome-ignore lint/complexity/useMaxParams: the fourth is a rare option of one caller
export async function verifySession(
  token: string,
  jwtKey: Uint8Array,
  now: number,
  { ignoreExpiry = false }: VerifyOptions = {},
): Promise<SessionToken | undefined> {
  if (!isCanonical(token)) return undefined;
  try {
    const { payload } = await jwtVerify(token, jwtKey, {
      algorithms: ['HS256'],
      typ: type,
      issuer,
      audience,
      requiredClaims: ['sub', 'jti', 'iat', 'exp', 'key'],
      // No token has expired at the beginning of time.
      currentDate: new Date(ignoreExpiry ? 0 : now),
    });
    return sessionOf(payload);
  } catch {
    return undefined;
  }
}

/** A library that decodes leniently takes several texts for one signature; only the one that we wrote is a token. */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => part !== '' && decodeBase64url(part) !== undefined);
}

function sessionOf({ sub, jti, iat, exp, key }: JWTPayload): SessionToken | undefined {
  if (sub === undefined || jti === undefined || iat === undefined || exp === undefined) return undefined;
  if (typeof key !== 'string' || exp - iat > lifetimeSeconds) return undefined;
  const accountId = Number(sub);
  const sessionKey = decodeBase64url(key);
  if (!Number.isSafeInteger(accountId) || sessionKey?.length !== 32) return undefined;
  return { accountId, sessionId: jti, sessionKey, issuedAt: iat * 1000, expiresAt: exp * 1000 };
}

export interface ApiKeyParts {
  /** Names the key; no secret. */
  keyId: string;
  /** 32 random bytes: the credential that wraps the account key. */
  secret: Uint8Array;
}

/** A new API key with the text that is shown once: `srk_<keyId>_<secret><checksum>`, base 62, 256 random bits. */
export function createApiKey(): ApiKeyParts & { text: string } {
  const keyId = encodeBase62(bigEndian(randomBytes(keyIdBytes)), keyIdDigits);
  const secret = new Uint8Array(randomBytes(secretBytes));
  const secretText = encodeBase62(bigEndian(secret), secretDigits);
  return { keyId, secret, text: `srk_${keyId}_${secretText}${checksum(keyId, secretText)}` };
}

/**
 * The parts of an API key's text, or undefined when it cannot be one. The checksum (CRC-32, six digits, as in GitHub's
 * tokens) detects a mistyped key without a database query; it does not protect anything.
 */
export function parseApiKey(text: string): ApiKeyParts | undefined {
  const [, keyId, secretText, sum] = shape.exec(text) ?? [];
  if (keyId === undefined || secretText === undefined || sum !== checksum(keyId, secretText)) return undefined;
  const secret = bytesOf(decodeBase62(secretText));
  return secret === undefined ? undefined : { keyId, secret };
}

/** Returns true for a text that was meant as an API key, valid or not. */
export function looksLikeApiKey(text: string): boolean {
  return /^\s{0,8}srk_[0-9A-Za-z]{8}/.test(text);
}

function checksum(keyId: string, secretText: string): string {
  return encodeBase62(BigInt(crc32(`${keyId}_${secretText}`)), checksumDigits);
}

function bigEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

function bytesOf(value: bigint | undefined): Uint8Array | undefined {
  if (value === undefined || value >= 1n << BigInt(secretBytes * 8)) return undefined;
  return new Uint8Array(Buffer.from(value.toString(16).padStart(secretBytes * 2, '0'), 'hex'));
}

/** A number in base 62 with leading zeros, `length` digits long. */
function encodeBase62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i += 1) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  if (rest !== 0n) throw new RangeError(`the number needs more than ${length} digits`);
  return text;
}

/** The number that {@link encodeBase62} wrote; undefined when a character is none of its digits. */
function decodeBase62(text: string): bigint | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = digits.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 62n + BigInt(digit);
  }
  return value;
}
