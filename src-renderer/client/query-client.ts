import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * Creates a cache of the daemon's state. The daemon is on this machine, so network status is ignored. A mutation is
 * dropped when no component uses it: its variables can contain a password or the value of a secret.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.code === 'unreachable',
      },
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  });
}

/** Queries and mutations of the sign-in screen. */
export const signInQueries = createQueryClient();
