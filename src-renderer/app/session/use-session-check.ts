import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { call } from '../../client/call.ts';
import { hasStoppedUnexpectedly } from '../../client/session/unexpected-stop.ts';
import { useSession } from '../../client/session/use-session.ts';
import { healthQuery } from '../../features/status/health.queries.ts';

/**
 * Asks for the session when the daemon was started again: an unexpected stop ends the sessions of browsers. The event
 * stream does so too, but in a tab that may be hidden, whose timers a browser can slow down to one a minute.
 */
export function useSessionCheck(): void {
  const beganAt = useSession()?.beganAt ?? 0;
  const { data: health, dataUpdatedAt } = useQuery(healthQuery);
  const hasStopped = hasStoppedUnexpectedly(health, { readAt: dataUpdatedAt, beganAt });
  useEffect(() => {
    if (hasStopped) call(verify, { body: {} }).catch(() => undefined);
  }, [hasStopped]);
}
