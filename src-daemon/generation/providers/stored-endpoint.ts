import type { Actor } from '../../core/actor.ts';
import type { SecretValue } from '../../crypto/secret-value.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Endpoint } from '../model/model-client.ts';
import * as store from './providers.store.ts';
import { openProviderKey } from './sealed-key.ts';

/** Returns the stored key of a provider, which the caller wipes. */
export function storedKey({ accountKey }: Actor, row: store.ProviderRow): SecretValue | undefined {
  const { accountId, id, version, sealedKey } = row;
  return sealedKey === null ? undefined : openProviderKey(accountKey, { accountId, id, version }, sealedKey);
}

/** Returns the endpoint of a provider, whose key the caller wipes. */
export function endpointOf(actor: Actor, row: store.ProviderRow): Endpoint {
  const { id, version, name, baseUrl, model, timeoutMs } = row;
  const apiKey = storedKey(actor, row);
  return { provider: name, identity: `${id}/${version}`, baseUrl, model, timeoutMs, apiKey };
}

/** @throws AppError `provider_not_found` */
export function requireRow(db: Parameters<typeof store.findProvider>[0], { accountId }: Actor, name: string) {
  const row = store.findProvider(db, accountId, name);
  if (row === undefined)
    throw new AppError(
      'provider_not_found',
      'The account has no model provider with this id. `strongroom providers ls` lists them.',
    );
  return row;
}
