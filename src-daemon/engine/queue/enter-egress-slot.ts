import type { EgressPolicy } from '../../egress/policy.ts';
import type { EgressSlot, EgressSlots } from '../../egress/process/egress-slots.ts';

interface SlotOwner {
  fairnessKey?: string | undefined;
  network: EgressPolicy | string;
  /** True for a live sandbox; false if absent. */
  isHeld?: boolean;
}

/**
 * Waits for the slot of an egress process, which a run or sandbox with a network by rule requires next to its slot of the
 * queue. Others wait for nothing.
 * @throws AppError `egress_unavailable`; the signal's reason
 */
export async function enterEgressSlot(
  slots: EgressSlots,
  { fairnessKey, network, isHeld = false }: SlotOwner,
  signal: AbortSignal,
): Promise<EgressSlot> {
  if (typeof network === 'string') return { leave: () => {} };
  return slots.enter({ fairnessKey, isHeld, signal });
}
