import { queryOptions } from '@tanstack/react-query';
import { listRolledBackItems } from '../../src-shared/contracts/items.contract.ts';
import { listLanguages } from '../../src-shared/contracts/languages.contract.ts';
import { listPackages } from '../../src-shared/contracts/packages.contract.ts';
import { listSecrets } from '../../src-shared/contracts/secrets.contract.ts';
import { readHealth } from '../../src-shared/contracts/service.contract.ts';
import { readSettings } from '../../src-shared/contracts/settings.contract.ts';
import { call } from './call.ts';

/** Health of the daemon and its engine. Polled so that a banner disappears within 5 s of its cause. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(readHealth, { signal }),
  refetchInterval: 2500,
  retry: false,
  staleTime: 0,
});

export const languagesQuery = queryOptions({
  queryKey: ['languages'],
  queryFn: ({ signal }) => call(listLanguages, { signal }).then((reply) => reply.languages),
  staleTime: 30_000,
});

export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: ({ signal }) => call(listPackages, { signal }).then((reply) => reply.packages),
});

/**
 * Metadata of the secrets. Each request writes an entry to the audit log, so it is sent only when the list is shown.
 */
export const secretsQuery = queryOptions({
  queryKey: ['secrets'],
  queryFn: ({ signal }) => call(listSecrets, { signal }).then((reply) => reply.secrets),
  refetchOnWindowFocus: false,
  staleTime: 30_000,
});

/**
 * The rolled-back items of this account. The daemon checks every item for it, so it is requested only while the health
 * response reports a problem.
 */
export const rolledBackQuery = queryOptions({
  queryKey: ['rolled-back'],
  queryFn: ({ signal }) => call(listRolledBackItems, { signal }).then((reply) => reply.items),
  refetchOnWindowFocus: false,
});

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(readSettings, { signal }),
});
