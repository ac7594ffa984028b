import { createWasmArgon2id } from '../../src-shared/zk/wasm-argon2id.ts';

/** Argon2id (RFC 9106) of the command line. The package is loaded at the first use: most commands never need it. */
export const argon2id = createWasmArgon2id(async () => (await import('hash-wasm')).argon2id);
