import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { call } from '../../client/call.ts';
import { healthQuery } from '../../client/queries.ts';
import { hasStoppedUnexpectedly } from '../../client/session/unexpected-stop.ts';
import { useSession } from '../../client/session/use-session.ts';

/**
 * Checks the session after a restart of the daemon, because an unexpected stop ends the sessions of browsers. The event
 * stream checks it too, but possibly in a hidden tab, whose timers a browser can slow down to one per minute.
 */
export function useSessionCheck(): void {
  const beganAt = useSession()?.beganAt ?? 0;
  const { data: health, dataUpdatedAt } = useQuery(healthQuery);
  const hasStopped = hasStoppedUnexpectedly(health, { readAt: dataUpdatedAt, beganAt });
  useEffect(() => {
    if (hasStopped) call(verify, { body: {} }).catch(() => undefined);
  }, [hasStopped]);
}
