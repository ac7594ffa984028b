import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The server's state. The daemon is on this machine: being offline means nothing to it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.code === 'unreachable',
    },
    mutations: { networkMode: 'always' },
  },
});
