import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  listExecutions,
  readExecution,
  readExecutionNetwork,
} from '../../../src-shared/contracts/executions.contract.ts';
import { call } from '../../client/call.ts';

/** The run history, newest first, in pages. */
export const executionsQuery = (pageSize: number) =>
  infiniteQueryOptions({
    queryKey: ['executions', 'list', pageSize],
    queryFn: ({ pageParam, signal }) => call(listExecutions, { query: { limit: pageSize, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.nextBefore ?? undefined,
  });

export const executionQuery = (id: string) =>
  queryOptions({
    queryKey: ['executions', 'one', id],
    queryFn: ({ signal }) => call(readExecution, { params: { id }, signal }),
  });

/** The connections and requests of a run with network rules. */
export const executionNetworkQuery = (id: string) =>
  queryOptions({
    queryKey: ['executions', 'network', id],
    queryFn: ({ signal }) => call(readExecutionNetwork, { params: { id }, signal }),
  });
