import type { SessionEndReason } from '../../../src-shared/contracts/events.contract.ts';
import { defineSessionStore } from '../session/session-scope.ts';

/** The reason that an event gave for the end of this session. Only a refusal by the daemon confirms it. */
const endHint = defineSessionStore<{ reason: SessionEndReason | undefined }>(() => ({ reason: undefined }));

/** Sets the reason; undefined clears a hint that the daemon did not confirm. */
export const setEndHint = (reason: SessionEndReason | undefined): void => endHint.setState({ reason });

/**
 * Resolves with the reason of an event that has arrived or arrives within `limitMs`; a refusal can arrive before the
 * event.
 */
export function awaitEndHint(limitMs: number): Promise<SessionEndReason | undefined> {
  const { reason: known } = endHint.getState();
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(undefined), limitMs);
    const stop = endHint.subscribe(({ reason }) => reason !== undefined && finish(reason));
    function finish(reason: SessionEndReason | undefined) {
      clearTimeout(timer);
      stop();
      resolve(reason);
    }
  });
}
