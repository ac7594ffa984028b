import type { Health } from '../../../src-shared/contracts/service.contract.ts';

/**
 * Returns true if the daemon was started after `beganAt` because the one before it stopped unexpectedly, which ends the
 * sessions of browsers. `readAt` is when `health` was read; both are epoch ms.
 */
export function hasStoppedUnexpectedly(
  health: Health | undefined,
  times: { readAt: number; beganAt: number },
): boolean {
  if (health?.previousStop !== 'unexpected') return false;
  return times.readAt - health.uptimeSeconds * 1000 > times.beganAt;
}
