import { queryOptions } from '@tanstack/react-query';
import { listCode, listCodeRevisions, readCode } from '../../../src-shared/contracts/vault.contract.ts';
import { call } from '../../client/call.ts';
import { openInWorker } from '../../crypto/seal-in-worker.ts';

/** Metadata of the stored scripts. Each request writes an entry to the audit log. */
export const vaultQuery = queryOptions({
  queryKey: ['vault', 'list'],
  queryFn: ({ signal }) => call(listCode, { signal }).then((reply) => reply.code),
  refetchOnWindowFocus: false,
  staleTime: 30_000,
});

export const revisionsQuery = (name: string) =>
  queryOptions({
    queryKey: ['vault', 'revisions', name],
    queryFn: ({ signal }) => call(listCodeRevisions, { params: { name }, signal }).then((reply) => reply.revisions),
    refetchOnWindowFocus: false,
  });

/** The decrypted code of a revision; dropped when no component shows it. */
export const openedCodeQuery = (name: string, revision: number, masterPassword: string) =>
  queryOptions({
    queryKey: ['vault', 'opened', name, revision],
    queryFn: async ({ signal }) => {
      const { encryptedPayload } = await call(readCode, { params: { name }, query: { revision }, signal });
      return openInWorker(masterPassword, encryptedPayload, signal);
    },
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
