import { argon2id } from 'hash-wasm';
import type { Argon2id } from '../../../src-shared/zk/argon2id.ts';

/** Argon2id as the interface computes it: WebAssembly. */
export const wasmArgon2id: Argon2id = ({ password, salt, timeCost, memoryKib, parallelism, hashLength }) =>
  argon2id({
    password,
    salt,
    iterations: timeCost,
    memorySize: memoryKib,
    parallelism,
    hashLength,
    outputType: 'binary',
  });
