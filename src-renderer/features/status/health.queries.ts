import { queryOptions } from '@tanstack/react-query';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { call } from '../../client/call.ts';

/** Health of the daemon and its engine. Polled so that a banner disappears within 5 s of its cause. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(readHealth, { signal }),
  refetchInterval: 2500,
  retry: false,
  staleTime: 0,
});
