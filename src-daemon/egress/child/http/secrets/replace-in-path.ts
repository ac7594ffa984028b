import { Refusal } from '../refusal.ts';
import { type PlacedSecret, usableValue } from './placed-secret.ts';

/**
 * Replaces placeholders in an encoded path, and adds the names of the secrets to `used`. A value can have several parts, such
 * as that of a webhook of a chat service; each part is encoded. @throws Refusal `secret_unusable` if the value could change
 * the other parts of the path
 */
export function replaceInPath(
  path: string,
  { secrets, used }: { secrets: readonly PlacedSecret[]; used: Set<string> },
): string {
  let replaced = path;
  for (const secret of secrets) {
    if (!secret.isInPath || !replaced.includes(secret.placeholder)) continue;
    const parts = usableValue(secret).split('/');
    if (parts.some((part) => ['', '.', '..'].includes(part))) throw new Refusal('secret_unusable');
    const value = parts.map(encodeURIComponent).join('/');
    replaced = replaced.replaceAll(secret.placeholder, () => value);
    used.add(secret.name);
  }
  return replaced;
}
