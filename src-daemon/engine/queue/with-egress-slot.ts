import type { EgressPolicy } from '../../egress/policy.ts';
import type { EgressSlot, EgressSlots } from '../../egress/process/egress-slots.ts';
import type { QueueEntry } from './run-queue.ts';

interface SlotOwner {
  fairnessKey?: string | undefined;
  network: EgressPolicy | string;
  /** True for a live sandbox; false if absent. */
  isHeld?: boolean;
}

/** Returns the queue entry of a run or sandbox which, if it has a network by rule, waits for an egress process as well. */
export function withEgressSlot(
  entry: QueueEntry,
  slots: EgressSlots,
  { fairnessKey, network, isHeld = false }: SlotOwner,
): QueueEntry {
  if (typeof network === 'string') return entry;
  let slot: EgressSlot | undefined;
  let hasLeft = false;
  return {
    waitForSlot: async (signal) => {
      await entry.waitForSlot(signal);
      slot = await slots.enter({ fairnessKey, isHeld, signal });
      if (hasLeft) slot.leave();
    },
    leave: () => {
      hasLeft = true;
      slot?.leave();
      entry.leave();
    },
  };
}
