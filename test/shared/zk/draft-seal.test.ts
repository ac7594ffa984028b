import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { argon2id as nativeArgon2id } from '../../../src-daemon/crypto/argon2.ts';
import { argon2id as wasmArgon2id } from '../../../src-renderer/crypto/argon2id.ts';
import { base64Bytes, encodeBase64 } from '../../../src-shared/formats/base64.ts';
import { DraftPayload, draftBytesLimit } from '../../../src-shared/zk/draft-payload.ts';
import { DraftOpenError, masterDraftKey, openDraft, sealDraft } from '../../../src-shared/zk/draft-seal.ts';
import { openCode } from '../../../src-shared/zk/zk-code.ts';

interface Vector {
  name: string;
  accountId: number;
  draftId: string;
  text: string;
  masterPassword?: string;
  payload: DraftPayload;
}

const { key, vectors }: { key: string; vectors: Vector[] } = JSON.parse(
  readFileSync(new URL('../../vectors/drafts.json', import.meta.url), 'utf8'),
);
const [first] = vectors as [Vector, ...Vector[]];
const accountKey = { salt: null, material: base64Bytes(key) };
const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (plaintext: Uint8Array) => new TextDecoder().decode(plaintext);

describe.each([
  ['the native Argon2', nativeArgon2id],
  ['the Argon2 in WebAssembly', wasmArgon2id],
])('with %s', (_, argon2id) => {
  test.each(vectors)('a draft $name opens, and is sealed to the same bytes', async (vector) => {
    const { masterPassword, payload, text } = vector;
    const salt = payload.salt === null ? undefined : base64Bytes(payload.salt);
    const own = masterPassword === undefined ? accountKey : await masterDraftKey(argon2id, masterPassword, salt);
    expect(textOf(openDraft(own, vector, payload))).toBe(text);
    expect(sealDraft(own, vector, { plaintext: bytes(text), nonce: base64Bytes(payload.nonce) })).toEqual(payload);
  });
});

test('the same draft is sealed to other bytes each time', () => {
  const [one, other] = [1, 2].map(() => sealDraft(accountKey, first, { plaintext: bytes('x') }));
  expect(one?.nonce).not.toBe(other?.nonce);
  expect(one?.ciphertext.slice(44)).not.toBe(other?.ciphertext.slice(44));
});

describe('a draft does not open', () => {
  const refuse = (open: () => unknown) => expect(open).toThrow(DraftOpenError);

  test('with another key', () => {
    refuse(() => openDraft({ salt: null, material: new Uint8Array(32) }, first, first.payload));
  });

  test('with the key of another salt', async () => {
    const [one, other] = [await masterDraftKey(nativeArgon2id, 'x'), await masterDraftKey(nativeArgon2id, 'x')];
    const payload = sealDraft(one, first, { plaintext: bytes('x') });
    refuse(() => openDraft(other, first, payload));
    refuse(() => openDraft({ ...one, salt: null }, first, payload));
  });

  test('for another account or draft', () => {
    refuse(() => openDraft(accountKey, { ...first, accountId: 2 }, first.payload));
    refuse(() => openDraft(accountKey, { ...first, draftId: 'generate' }, first.payload));
    // The concatenation of both parts is the same; only the boundary differs.
    const payload = sealDraft(accountKey, { accountId: 1, draftId: '2run' }, { plaintext: bytes('x') });
    refuse(() => openDraft(accountKey, { accountId: 12, draftId: 'run' }, payload));
  });

  test.each([
    ['the commitment', 0],
    ['the text', 32],
    ['the tag', -1],
  ])('after a change of %s', (_, at) => {
    const sealed = base64Bytes(first.payload.ciphertext);
    const index = at < 0 ? sealed.length + at : at;
    const ciphertext = encodeBase64(sealed.with(index, (sealed[index] ?? 0) ^ 1));
    refuse(() => openDraft(accountKey, first, { ...first.payload, ciphertext }));
  });
});

test('a draft and a script of one master password and salt have different keys', async () => {
  const draftKey = await masterDraftKey(nativeArgon2id, 'x', new Uint8Array(16));
  const { nonce, ciphertext } = sealDraft(draftKey, first, { plaintext: bytes('x') });
  const payload = { v: 1 as const, salt: encodeBase64(new Uint8Array(16)), nonce, ciphertext };
  await expect(openCode(nativeArgon2id, 'x', payload)).rejects.toThrow('wrong');
});

test('a payload has exactly its fields, in canonical base64 of the right length', () => {
  const { payload } = first;
  const wrong = [
    { ...payload, v: 2 },
    { ...payload, more: 1 },
    { ...payload, salt: '' },
    { ...payload, nonce: payload.nonce.slice(4) },
    { ...payload, ciphertext: payload.ciphertext.slice(0, 60) },
    { ...payload, ciphertext: `${payload.ciphertext.slice(0, -1)}-` },
    { ...payload, ciphertext: 'A'.repeat(Math.ceil(draftBytesLimit / 3) * 4 + 4) },
  ];
  expect(DraftPayload.safeParse(payload).success).toBe(true);
  expect(wrong.map((input) => DraftPayload.safeParse(input).success)).toEqual(wrong.map(() => false));
});
