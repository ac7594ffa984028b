import { queryOptions } from '@tanstack/react-query';
import { listProviders } from '../../../../src-shared/contracts/providers.contract.ts';
import { call } from '../../../client/call.ts';

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => call(listProviders, { signal }).then((reply) => reply.providers),
});
