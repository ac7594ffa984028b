import { queryOptions } from '@tanstack/react-query';
import { listApiKeys } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { call } from '../../../client/call.ts';

/** Polled while on screen, because another window or a program can revoke a key. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, { signal }).then((reply) => reply.apiKeys),
  refetchInterval: 5000,
});
