import type { SessionEndReason } from '../../../src-shared/contracts/events.contract.ts';
import { defineSessionStore } from '../session/session-scope.ts';

/** Why this session has ended, as an event said; only a refusal of the daemon makes it true. */
const endHint = defineSessionStore<{ reason: SessionEndReason | undefined }>(() => ({ reason: undefined }));

/** `undefined` takes a hint back that the daemon did not confirm. */
export const setEndHint = (reason: SessionEndReason | undefined): void => endHint.setState({ reason });

/** The reason that an event gave, or gives within `limitMs`: a refusal can arrive before it. */
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
