import type { Argon2id } from './argon2id.ts';

/** The function `argon2id` of the package hash-wasm, as far as it is used here. */
type HashWasmArgon2id = (options: {
  password: Uint8Array;
  salt: Uint8Array;
  iterations: number;
  /** KiB. */
  memorySize: number;
  parallelism: number;
  hashLength: number;
  outputType: 'binary';
}) => Promise<Uint8Array>;

/**
 * Returns Argon2id in WebAssembly: the same bytes as the daemon's native one. `load` loads the package: the interface
 * bundles it, the command line imports it at the first use.
 */
export function createWasmArgon2id(load: () => Promise<HashWasmArgon2id>): Argon2id {
  return async ({ timeCost, memoryKib, ...input }) => {
    const hash = await load();
    return hash({ ...input, iterations: timeCost, memorySize: memoryKib, outputType: 'binary' });
  };
}
