import { argon2id as hash } from 'hash-wasm';
import { createWasmArgon2id } from '../../../../src-shared/zk/wasm-argon2id.ts';

/** Argon2id (RFC 9106) of the extension, which is bundled with it. */
export const argon2id = createWasmArgon2id(async () => hash);
