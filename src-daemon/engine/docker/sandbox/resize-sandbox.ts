import { within } from '../../../../src-shared-node/within.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { BootedSandbox } from './boot-sandbox.ts';

const mebibyte = 1024 * 1024;
const limitMs = 10_000;

/**
 * Gives a waiting sandbox another memory limit before its job; false where the engine cannot, as when more is in use
 * already, or warns that it did not. Measured: a third of a new container's time.
 */
export async function resizeSandbox(
  { warnings }: Pick<EngineLink, 'warnings'>,
  sandbox: BootedSandbox,
  memoryMb: number,
): Promise<boolean> {
  const bytes = memoryMb * mebibyte;
  try {
    const answer = await within(limitMs, sandbox.container.update({ Memory: bytes, MemorySwap: bytes }));
    warnings.readCreated((answer as { Warnings?: unknown } | undefined)?.Warnings);
    return true;
  } catch {
    return false;
  }
}
