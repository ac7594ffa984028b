import { queryOptions } from '@tanstack/react-query';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { call } from '../../client/call.ts';

/** How the daemon and its engine are; asked often enough that a banner goes within 5 s of its cause. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(readHealth, { signal }),
  refetchInterval: 2500,
  retry: false,
  staleTime: 0,
});
