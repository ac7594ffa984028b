import type { Preconditions } from '../../../src-shared/contracts/preconditions.ts';
import {
  type Provider,
  type ProviderInput,
  type ProviderTest,
  providerLimits,
} from '../../../src-shared/contracts/providers.contract.ts';
import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Actor } from '../../core/actor.ts';
import { requireGrantable } from '../../core/granted-rights.ts';
import { requirePreconditions } from '../../core/precondition.ts';
import type { Database, WritableDb } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Endpoint } from '../model/model-client.ts';
import { normalBaseUrl, originOf } from './base-url.ts';
import { createProviderTrial, defaultTimeoutMs } from './provider-trial.ts';
import * as store from './providers.store.ts';
import { openProviderKey, sealProviderKey } from './sealed-key.ts';
import { endpointOf, requireRow } from './stored-endpoint.ts';
import type { TestEndpoint } from './test-endpoint.ts';

interface ProvidersDeps {
  database: Database;
  recordAudit: RecordAudit;
  testEndpoint: TestEndpoint;
  now: () => number;
}

interface ProviderChange extends ProviderInput {
  conditions?: Preconditions;
}

export type ProvidersService = ReturnType<typeof createProvidersService>;

/** OpenAI-compatible endpoints of an account. Their keys are write-only; they are sent to the endpoint alone. */
export function createProvidersService({ database, recordAudit, testEndpoint, now }: ProvidersDeps) {
  return {
    /** Tests an endpoint that is not stored. */
    try: createProviderTrial({ database, testEndpoint }),

    /** Lists the providers, oldest first, without their keys. */
    list: ({ accountId }: Actor): Provider[] => store.listProviders(database.read, accountId).map(providerOf),

    /**
     * @throws AppError `too_many_providers`, `invalid_request`, `precondition_failed`, `forbidden` for a host that the
     * credential may not use
     */
    put(
      actor: Actor,
      name: string,
      { conditions = {}, ...input }: ProviderChange,
    ): { isNew: boolean; provider: Provider } {
      const { accountId } = actor;
      const baseUrl = normalBaseUrl(input.baseUrl);
      requireGrantable(actor, { networkHosts: [new URL(baseUrl).hostname] }, 'baseUrl');
      return database.transaction((db) => {
        const before = store.findProvider(db, accountId, name);
        requirePreconditions(conditions, { named: `model provider named ${name}`, version: before?.version });
        const id = before?.id ?? makeRow(db, actor, name);
        const version = (before?.version ?? 0) + 1;
        const sealedKey = sealKey(actor, { id, version }, { before, baseUrl, typed: input.apiKey });
        const { timeoutMs = defaultTimeoutMs } = input;
        store.updateProvider(db, { id, baseUrl, model: input.model, timeoutMs, version, sealedKey, updatedAt: now() });
        if (input.default === true || store.findDefaultProvider(db, accountId) === undefined)
          store.updateDefaultProvider(db, accountId, id);
        const metadata = { name, baseUrl, model: input.model, hasKey: sealedKey !== null };
        recordAudit(db, actor, { action: 'provider.update', resourceId: name, metadata });
        return { isNew: before === undefined, provider: providerOf(requireRow(db, actor, name)) };
      });
    },

    /** @throws AppError `provider_not_found` */
    remove(actor: Actor, name: string): void {
      const { accountId } = actor;
      database.transaction((db) => {
        const { id, isDefault } = requireRow(db, actor, name);
        store.deleteProvider(db, id);
        const [oldest] = store.listProviders(db, accountId);
        if (isDefault === 1 && oldest !== undefined) store.updateDefaultProvider(db, accountId, oldest.id);
        recordAudit(db, actor, { action: 'provider.delete', resourceId: name, metadata: { name } });
      });
    },

    /** @throws AppError `provider_not_found` */
    async test(actor: Actor, name: string, signal: AbortSignal): Promise<ProviderTest> {
      const endpoint = endpointOf(actor, requireRow(database.read, actor, name));
      try {
        return await testEndpoint(endpoint, signal);
      } finally {
        endpoint.apiKey?.wipe();
      }
    },

    /**
     * Returns the endpoint of the named provider or of the default one. Its key is decrypted; the caller wipes it.
     * @throws AppError `no_provider`, `provider_not_found`
     */
    open(actor: Actor, { provider, model }: { provider?: string | undefined; model?: string | undefined }): Endpoint {
      const row =
        provider === undefined
          ? store.findDefaultProvider(database.read, actor.accountId)
          : requireRow(database.read, actor, provider);
      if (row === undefined)
        throw new AppError(
          'no_provider',
          'The account has no model provider. Add one in the settings, or with `strongroom providers set`.',
        );
      const endpoint = endpointOf(actor, row);
      return { ...endpoint, model: model ?? endpoint.model };
    },
  };

  function makeRow(db: WritableDb, { accountId }: Actor, name: string): number {
    if (store.listProviders(db, accountId).length >= providerLimits.providers)
      throw new AppError('too_many_providers', `An account has at most ${providerLimits.providers} model providers.`);
    return store.insertProvider(db, { accountId, name, createdAt: now() });
  }
}

interface KeyChange {
  before: store.ProviderRow | undefined;
  baseUrl: string;
  typed: string | null | undefined;
}

/** Seals the key. A key that is not sent again is kept only for the same host, because no other host may get it. */
function sealKey(
  { accountId, accountKey }: Actor,
  { id, version }: { id: number; version: number },
  { before, baseUrl, typed }: KeyChange,
): Uint8Array | null {
  if (typed === null) return null;
  const context = { accountId, id, version };
  if (typed !== undefined) {
    const bytes = new TextEncoder().encode(typed);
    const sealed = sealProviderKey(accountKey, context, bytes);
    bytes.fill(0);
    return sealed;
  }
  if (!before?.sealedKey || originOf(before.baseUrl) !== originOf(baseUrl)) return null;
  const kept = openProviderKey(accountKey, { ...context, version: before.version }, before.sealedKey);
  try {
    return sealProviderKey(accountKey, context, kept.reveal());
  } finally {
    kept.wipe();
  }
}

function providerOf(row: store.ProviderRow): Provider {
  const { name, baseUrl, model, sealedKey, timeoutMs, isDefault, version, createdAt, updatedAt } = row;
  return {
    id: name,
    baseUrl,
    model,
    hasKey: sealedKey !== null,
    timeoutMs,
    default: isDefault === 1,
    version,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
