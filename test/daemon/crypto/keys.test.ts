import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { accountPurposeKey, anchorKey, deriveKeys, keyCheckValue } from '../../../src-daemon/crypto/key-hierarchy.ts';
import { secretValue } from '../../../src-daemon/crypto/secret-value.ts';

const master = new Uint8Array(32).map((_, index) => index);
const hex = (bytes: Uint8Array | ArrayBuffer) => Buffer.from(bytes as ArrayBuffer).toString('hex');

describe('the key hierarchy', () => {
  test('is HKDF-SHA256 by the documented names', () => {
    const expected = (info: string) => hex(hkdf(sha256, master, undefined, utf8ToBytes(info), 32));
    const keys = deriveKeys(master);
    expect(hex(keys.database)).toBe(expected('strongroom/master/database/1'));
    expect(hex(keys.jwt)).toBe(expected('strongroom/master/jwt/1'));
    expect(hex(keys.auditChain)).toBe(expected('strongroom/master/audit-chain/1'));
    expect(hex(keys.wrapPepper)).toBe(expected('strongroom/master/slot-pepper/1'));
    expect(hex(accountPurposeKey(master, 'secrets'))).toBe(expected('strongroom/account/secrets/1'));
  });

  test('has no two keys alike', () => {
    const all = [...Object.values(deriveKeys(master)), anchorKey(master), accountPurposeKey(master, 'outputs')];
    expect(new Set(all.map(hex)).size).toBe(all.length);
  });

  test('has a check value that differs for another key', () => {
    expect(keyCheckValue(master)).toMatch(/^[0-9a-f]{32}$/);
    expect(keyCheckValue(master)).not.toBe(keyCheckValue(new Uint8Array(32)));
  });

  test('takes no shorter master', () => {
    expect(() => deriveKeys(master.subarray(1))).toThrow(RangeError);
  });

  test('separates its keys as HMAC keys too', () => {
    const { jwt, auditChain } = deriveKeys(master);
    const mac = (key: Uint8Array) => createHmac('sha256', key).update('row').digest('hex');
    expect(mac(jwt)).not.toBe(mac(auditChain));
  });
});

describe('a secret value', () => {
  const secret = secretValue('hunter2-hunter2');

  test('shows itself in no way but reveal', () => {
    const shown = [
      String(secret),
      `${secret}`,
      JSON.stringify({ secret }),
      inspect(secret, { showHidden: true, depth: 5 }),
      inspect({ nested: { secret } }, { depth: 9 }),
      JSON.stringify(Object.getOwnPropertyDescriptors(secret)),
    ].join('\n');
    expect(shown).not.toContain('hunter2');
    expect(shown).not.toContain('104');
    expect(shown.split('\n').slice(0, 2)).toEqual(['[redacted]', '[redacted]']);
    expect(new TextDecoder().decode(secret.reveal())).toBe('hunter2-hunter2');
  });

  test('is zeros once wiped', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const value = secretValue(bytes);
    value.wipe();
    expect([...value.reveal(), ...bytes]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
