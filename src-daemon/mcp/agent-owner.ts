import type { Actor } from '../core/actor.ts';

/** Returns the key under which the sessions and sandboxes of a credential are remembered. */
export function ownerOf({ accountId, credential }: Actor): string {
  return `${accountId} ${credential.kind} ${credential.id}`;
}
