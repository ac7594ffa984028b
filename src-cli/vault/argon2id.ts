import type { Argon2id } from '../../src-shared/zk/argon2id.ts';

/** Argon2id in WebAssembly, the same bytes as the daemon's; loaded when it is needed. */
export const argon2id: Argon2id = async ({ password, salt, timeCost, memoryKib, parallelism, hashLength }) => {
  const { argon2id: hash } = await import('hash-wasm');
  return hash({
    password,
    salt,
    iterations: timeCost,
    memorySize: memoryKib,
    parallelism,
    hashLength,
    outputType: 'binary',
  });
};
