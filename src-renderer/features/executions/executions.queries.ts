import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  listExecutions,
  readExecution,
  readExecutionNetwork,
} from '../../../src-shared/contracts/executions.contract.ts';
import { call } from '../../client/call.ts';

/** Fields of a search in the history; absent ones match every run. */
export type RunFilter = Omit<z.output<typeof listExecutions.query>, 'limit' | 'before' | 'idPrefix'>;

/** The run history, newest first, in pages. */
export const executionsQuery = (pageSize: number, filter: RunFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['executions', 'list', pageSize, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listExecutions, { query: { ...filter, limit: pageSize, before: pageParam }, signal }),
    placeholderData: keepPreviousData,
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
