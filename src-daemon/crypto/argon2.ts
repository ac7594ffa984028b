import { argon2id as argon2idType, hash } from 'argon2';
import type { Argon2id } from '../../src-shared/zk/argon2id.ts';

/** Argon2id version 1.3 (RFC 9106), off the main thread. The only file that knows the library. */
export async function argon2id(input: Parameters<Argon2id>[0]): Promise<Uint8Array> {
  const digest = await hash(bufferOver(input.password), {
    raw: true,
    type: argon2idType,
    version: 0x13,
    salt: bufferOver(input.salt),
    timeCost: input.timeCost,
    memoryCost: input.memoryKib,
    parallelism: input.parallelism,
    hashLength: input.hashLength,
  });
  const result = new Uint8Array(digest);
  digest.fill(0);
  return result;
}

/** The same memory, so that filling the caller's array with zeros leaves no copy here. */
function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
