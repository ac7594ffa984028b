import { queryOptions } from '@tanstack/react-query';
import { listRolledBackItems } from '../../src-shared/contracts/items.contract.ts';
import { listLanguages } from '../../src-shared/contracts/languages.contract.ts';
import { listPackages } from '../../src-shared/contracts/packages.contract.ts';
import { listSecrets } from '../../src-shared/contracts/secrets.contract.ts';
import { readSettings } from '../../src-shared/contracts/settings.contract.ts';
import { call } from './call.ts';

export const languagesQuery = queryOptions({
  queryKey: ['languages'],
  queryFn: ({ signal }) => call(listLanguages, { signal }).then((reply) => reply.languages),
  staleTime: 30_000,
});

export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: ({ signal }) => call(listPackages, { signal }).then((reply) => reply.packages),
});

/** What is told of the secrets. Each listing is a row of the audit log, so it is asked for only when it is looked at. */
export const secretsQuery = queryOptions({
  queryKey: ['secrets'],
  queryFn: ({ signal }) => call(listSecrets, { signal }).then((reply) => reply.secrets),
  refetchOnWindowFocus: false,
  staleTime: 30_000,
});

/** What is refused in this account. The daemon looks at every item for it, so it is asked only while health says so. */
export const rolledBackQuery = queryOptions({
  queryKey: ['rolled-back'],
  queryFn: ({ signal }) => call(listRolledBackItems, { signal }).then((reply) => reply.items),
  refetchOnWindowFocus: false,
});

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(readSettings, { signal }),
});
