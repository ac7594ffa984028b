import { mayUseAllSecrets } from '../../core/rights.ts';
import type { ApiKeyRow } from './api-keys.store.ts';

/**
 * Counts the times that the rules about rights became stricter. A key stores the number that was in force when it was created:
 * from 1 on, what a key makes or sees reaches no further than the key.
 */
export const newestRules = 1;

/**
 * Returns what a key could do when it was created and can no longer do: one sentence each, with the way around it. Keys that
 * were created under the newest rules have lost nothing.
 */
export function lostRights(key: Pick<ApiKeyRow, 'rules' | 'scopes' | 'secretNames' | 'networkHosts'>): string[] {
  if (key.rules >= 1) return [];
  const { secretNames, networkHosts } = key;
  const scopes = new Set(key.scopes);
  const usesAllSecrets = mayUseAllSecrets({ scopes, secretNames });
  const sentences = [
    scopes.has('admin') &&
      !usesAllSecrets &&
      'It can no longer create keys for secrets that it may not use itself. Create them in a session or with a key that may ' +
        'use these secrets.',
    scopes.has('vault') &&
      !usesAllSecrets &&
      'It can no longer store scripts whose network rules use secrets that it may not use itself. Store them in a session or ' +
        'with a key that may use these secrets.',
    scopes.has('admin') &&
      networkHosts !== null &&
      'It can no longer allow the account other hosts than its own, or set model providers at other hosts. Do this in a session.',
    scopes.has('execute') &&
      !usesAllSecrets &&
      'It no longer sees the sandboxes of other credentials. Give a new key the scope "secrets" for all secrets if it must.',
    scopes.has('execute') &&
      usesAllSecrets &&
      networkHosts !== null &&
      'It no longer sees sandboxes of other credentials whose network reaches beyond its own hosts. Give a new key these ' +
        'hosts if it must.',
  ];
  return sentences.filter((sentence) => sentence !== false);
}
