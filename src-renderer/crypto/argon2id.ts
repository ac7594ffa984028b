import { argon2id as hash } from 'hash-wasm';
import type { Argon2id } from '../../src-shared/zk/argon2id.ts';

/** Argon2id (RFC 9106) in WebAssembly: the same bytes as the daemon's native one. */
export const argon2id: Argon2id = ({ password, salt, timeCost, memoryKib, parallelism, hashLength }) =>
  hash({
    password,
    salt,
    iterations: timeCost,
    memorySize: memoryKib,
    parallelism,
    hashLength,
    outputType: 'binary',
  });
