import { matchesHost } from '../../../../../src-shared/contracts/network/host-pattern.ts';
import type { HttpConnection } from '../../http-connection.ts';
import { Refusal } from '../refusal.ts';

/** A secret with its locations in the requests of one connection. */
export interface PlacedSecret {
  name: string;
  placeholder: string;
  value: string;
  /** In lower case. */
  headers: ReadonlySet<string>;
  parameters: ReadonlySet<string>;
  isInPath: boolean;
  /** JSON pointers (RFC 6901). */
  pointers: readonly string[];
}

/** Returns the secrets whose values can be put into the requests of a connection: none without TLS. */
export function placedSecrets({
  secrets,
  host,
  isTls,
}: Pick<HttpConnection, 'secrets' | 'host' | 'isTls'>): PlacedSecret[] {
  if (!isTls) return [];
  return secrets.map(({ name, placeholder, value, locations }) => {
    const all = locations.filter((location) => matchesHost(location.host, host)).flatMap((location) => location.in);
    return {
      ...{ name, placeholder, value },
      headers: new Set(all.filter((location) => location !== 'path' && !location.includes(':'))),
      isInPath: all.includes('path'),
      parameters: new Set(withPrefix(all, 'query:')),
      pointers: withPrefix(all, 'body:'),
    };
  });
}

/** Returns the value of a secret. @throws Refusal if it has a line break or NUL, or no form in UTF-8 */
export function usableValue({ value }: PlacedSecret): string {
  if (!isUsable(value)) throw new Refusal('secret_unusable');
  return value;
}

/** Returns true if a value can be sent: it has no line break and no NUL, and has a form in UTF-8. */
export function isUsable(value: string): boolean {
  return value.isWellFormed() && !/[\r\n\0]/.test(value);
}

function withPrefix(locations: readonly string[], prefix: string): string[] {
  return locations.filter((location) => location.startsWith(prefix)).map((location) => location.slice(prefix.length));
}
