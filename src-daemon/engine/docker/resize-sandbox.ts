import type { BootedSandbox } from './boot-sandbox.ts';
import { within } from './within.ts';

const mebibyte = 1024 * 1024;
const limitMs = 10_000;

/**
 * Gives a waiting sandbox another memory limit before its job; false where the engine cannot, as when more is in use
 * already. Measured: a third of a new container's time.
 */
export async function resizeSandbox(sandbox: BootedSandbox, memoryMb: number): Promise<boolean> {
  const bytes = memoryMb * mebibyte;
  try {
    await within(limitMs, sandbox.container.update({ Memory: bytes, MemorySwap: bytes }));
    return true;
  } catch {
    return false;
  }
}
