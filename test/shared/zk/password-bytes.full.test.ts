import { describe, expect, it, test } from 'vitest';
import { argon2id as bundledArgon2id } from '../../../src-cli/vault/argon2id.ts';
import { argon2id as nativeArgon2id } from '../../../src-daemon/crypto/argon2.ts';
import { argon2id as windowArgon2id } from '../../../src-renderer/crypto/argon2id.ts';
import { password, typedPassword } from '../../../src-shared/fields.ts';
import type { Argon2id } from '../../../src-shared/zk/argon2id.ts';
import { isPassword, PasswordFormError, passwordBytes } from '../../../src-shared/zk/password-bytes.ts';
import { openCode, sealCode } from '../../../src-shared/zk/zk-code.ts';

const loneHigh = 'a\ud800b';
const loneLow = '\udc00';

const accepted: [what: string, password: string][] = [
  ['one byte', 'x'],
  ['1,024 bytes', 'x'.repeat(1024)],
  ['1,024 bytes in characters of two', 'é'.repeat(512)],
  ['1,024 bytes in characters of four', '🔑'.repeat(256)],
  ['1,536 bytes that are 1,024 when composed', 'e\u0301'.repeat(512)],
  ['3,072 bytes that are 1,023 when composed', '\u1112\u1161\u11ab'.repeat(341)],
  ['U+FFFD itself', 'p\ufffdss'],
  ['a NUL', 'a\0b'],
];
const refused: [what: string, password: string][] = [
  ['none', ''],
  ['1,025 bytes', 'x'.repeat(1025)],
  ['1,025 bytes in 513 characters', `${'é'.repeat(512)}x`],
  ['1,026 bytes when composed', 'e\u0301'.repeat(513)],
  ['1,023 bytes that are 2,046 in NFC', '\u0958'.repeat(341)],
  ['a lone high surrogate', loneHigh],
  ['a lone low surrogate', loneLow],
  ['surrogates in the wrong order', '\udc00\ud800'],
];

describe('a password', () => {
  it.each(accepted)('may be %s', (_, text) => {
    expect(isPassword(text)).toBe(true);
    expect(passwordBytes(text)).toEqual(new Uint8Array(Buffer.from(text.normalize('NFC'))));
    expect(typedPassword().safeParse(text).success).toBe(true);
  });

  it.each(refused)('may not be %s', (_, text) => {
    expect(isPassword(text)).toBe(false);
    expect(() => passwordBytes(text)).toThrow(PasswordFormError);
    expect(typedPassword().safeParse(text).success).toBe(false);
  });

  it('of an account has 8 to 1,024 bytes', () => {
    const results = ['x'.repeat(7), 'é'.repeat(4), 'x'.repeat(1024), 'x'.repeat(1025), `longer ${loneHigh}`];
    expect(results.map((text) => password().safeParse(text).success)).toEqual([false, true, true, false, false]);
  });

  it('of any size is refused in a time that its own length bounds', () => {
    expect(isPassword('x'.repeat(50_000_000))).toBe(false);
  });
});

describe.each<[string, Argon2id]>([
  ['the daemon', nativeArgon2id],
  ['the command line', bundledArgon2id],
  ['the interface', windowArgon2id],
])('%s', (_, argon2id) => {
  test('opens what is sealed with the longest password, and refuses the others on both sides', async () => {
    const longest = 'é'.repeat(512);
    const payload = await sealCode(argon2id, { masterPassword: longest, code: 'print(1)' });
    expect(await openCode(argon2id, 'e\u0301'.repeat(512), payload)).toBe('print(1)');
    for (const [, masterPassword] of refused) {
      await expect(sealCode(argon2id, { masterPassword, code: '' })).rejects.toThrow(PasswordFormError);
      await expect(openCode(argon2id, masterPassword, payload)).rejects.toThrow(PasswordFormError);
    }
  });

  test('seals no code that UTF-8 cannot carry', async () => {
    await expect(sealCode(argon2id, { masterPassword: 'x', code: loneHigh })).rejects.toThrow('well-formed');
  });

  test('does not open with another password what is sealed under U+FFFD', async () => {
    const payload = await sealCode(argon2id, { masterPassword: 'p\ufffdss', code: 'print(1)' });
    for (const wrong of ['p\ud800ss', 'p\udc00ss'])
      await expect(openCode(argon2id, wrong, payload)).rejects.toThrow(PasswordFormError);
  });
});
