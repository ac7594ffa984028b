import { type AccountMemory, createMemoryLedger } from '../../../src-daemon/core/memory/ledger.ts';

/** Returns the memory of an account that is alone. By default it has 64 MiB of room. */
export function newAccountMemory(limitBytes?: number): AccountMemory {
  return createMemoryLedger({ now: Date.now, ...(limitBytes !== undefined && { limitBytes }) }).of(1);
}
