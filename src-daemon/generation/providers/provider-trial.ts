import type { ProviderTest, ProviderTrial } from '../../../src-shared/contracts/providers.contract.ts';
import type { Actor } from '../../core/actor.ts';
import { requireGrantable } from '../../core/granted-rights.ts';
import { type SecretValue, secretValue } from '../../crypto/secret-value.ts';
import type { Database } from '../../db/database.ts';
import { normalBaseUrl, originOf } from './base-url.ts';
import { requireRow, storedKey } from './stored-endpoint.ts';
import type { TestEndpoint } from './test-endpoint.ts';

/** Maximum time without data from an endpoint whose provider names none. */
export const defaultTimeoutMs = 120_000;

interface TrialDeps {
  database: Database;
  testEndpoint: TestEndpoint;
}

/** Creates the function that tests an endpoint before it is stored. Its address and key are stored nowhere. */
export function createProviderTrial({ database, testEndpoint }: TrialDeps) {
  /** Returns the typed key, or else the stored one of a provider with the same scheme, host and port. The caller wipes it. */
  function keyOfTrial(actor: Actor, { apiKey, keyOf }: ProviderTrial, baseUrl: string): SecretValue | undefined {
    if (apiKey !== undefined) return secretValue(apiKey);
    if (keyOf === undefined) return undefined;
    const row = requireRow(database.read, actor, keyOf);
    return originOf(row.baseUrl) === originOf(baseUrl) ? storedKey(actor, row) : undefined;
  }

  /** @throws AppError `provider_not_found`, `invalid_request`, `forbidden` for a host that the credential may not use */
  return async (actor: Actor, trial: ProviderTrial, signal: AbortSignal): Promise<ProviderTest> => {
    const baseUrl = normalBaseUrl(trial.baseUrl);
    requireGrantable(actor, { networkHosts: [new URL(baseUrl).hostname] }, 'baseUrl');
    const { timeoutMs = defaultTimeoutMs, model } = trial;
    const apiKey = keyOfTrial(actor, trial, baseUrl);
    try {
      return await testEndpoint({ baseUrl, model, timeoutMs, apiKey }, signal);
    } finally {
      apiKey?.wipe();
    }
  };
}
