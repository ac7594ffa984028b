/**
 * Makes zk.json, the test vectors of the ZK payload format: `node test/vectors/make-zk-vectors.ts > test/vectors/zk.json`.
 * They are pinned: made once, and a change of them is a change of the format.
 */
import { createHash } from 'node:crypto';
import { argon2id } from '../../src-daemon/crypto/argon2.ts';
import { sealCode } from '../../src-shared/zk/zk-code.ts';

const inputs = [
  { name: 'a script', masterPassword: 'correct horse battery staple', code: 'print("hello")\n' },
  { name: 'no code', masterPassword: 'correct horse battery staple', code: '' },
  { name: 'a password of one byte', masterPassword: 'x', code: 'print(1)' },
  { name: 'a password of 1,024 bytes', masterPassword: 'é'.repeat(512), code: 'print(2)' },
  { name: 'a password in NFC', masterPassword: 'p\u00e4ssw\u00f6rd', code: 'print(3)' },
  { name: 'the same password in NFD', masterPassword: 'pa\u0308sswo\u0308rd', code: 'print(3)' },
  { name: 'a byte order mark, NUL, emoji and line ends', masterPassword: '🔑', code: '\ufeffa\0b 😀\r\nc\rd\n' },
  { name: 'code longer than one block', masterPassword: 'long', code: 'x = 1  # é\n'.repeat(300) },
];

const vectors = [];
for (const { name, masterPassword, code } of inputs) {
  // The two spellings of one password share their salt and nonce, so that they must share everything.
  const seed = masterPassword.normalize('NFC') + code;
  const [salt, nonce] = [fixedBytes(`salt ${seed}`, 16), fixedBytes(`nonce ${seed}`, 24)];
  const payload = await sealCode(argon2id, { masterPassword, code, salt, nonce });
  vectors.push({ name, masterPassword, code, payload });
}
process.stdout.write(`${JSON.stringify({ format: 'ZKPayload v1', vectors }, null, 2)}\n`);

function fixedBytes(seed: string, length: number): Uint8Array {
  return new Uint8Array(createHash('sha256').update(seed).digest().subarray(0, length));
}
