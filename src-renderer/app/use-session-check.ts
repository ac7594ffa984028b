import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { verify } from '../../src-shared/accounts.contract.ts';
import { call } from '../client/call.ts';
import { useSession } from '../client/use-session.ts';
import { healthQuery } from '../features/status/health.queries.ts';

/** Whether the daemon has started after `beganAt` (epoch ms) because the one before it stopped unexpectedly. */
export function useUnexpectedStopSince(beganAt: number | undefined): boolean {
  const { data: health, dataUpdatedAt } = useQuery({ ...healthQuery, enabled: beganAt !== undefined });
  if (beganAt === undefined || health === undefined || health.previousStop === 'clean') return false;
  return dataUpdatedAt - health.uptimeSeconds * 1000 > beganAt;
}

/** Learns that an unexpected stop has ended the session when it has, and not only with the next click. */
export function useSessionCheck(): void {
  const hasStopped = useUnexpectedStopSince(useSession()?.beganAt);
  useEffect(() => {
    if (hasStopped) call(verify, { body: {} }).catch(() => undefined);
  }, [hasStopped]);
}
