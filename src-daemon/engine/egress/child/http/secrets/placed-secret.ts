import { matchesHost } from '../../../../../../src-shared/contracts/network/host-pattern.ts';
import type { HttpConnection } from '../../http-connection.ts';
import { Refusal } from '../refusal.ts';

/** A secret with its places in the requests of one connection. */
export interface PlacedSecret {
  name: string;
  placeholder: string;
  value: string;
  /** In lower case. */
  headers: ReadonlySet<string>;
  parameters: ReadonlySet<string>;
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
  return secrets.map(({ name, placeholder, value, places }) => {
    const all = places.filter((place) => matchesHost(place.host, host)).flatMap((place) => place.in);
    return {
      ...{ name, placeholder, value },
      headers: new Set(all.filter((place) => !place.includes(':'))),
      parameters: new Set(withPrefix(all, 'query:')),
      pointers: withPrefix(all, 'body:'),
    };
  });
}

/** Returns the value of a secret. @throws Refusal if it has a line break or NUL, or no form in UTF-8 */
export function usableValue({ value }: PlacedSecret): string {
  if (!value.isWellFormed() || /[\r\n\0]/.test(value)) throw new Refusal('secret_unusable');
  return value;
}

function withPrefix(places: readonly string[], prefix: string): string[] {
  return places.filter((place) => place.startsWith(prefix)).map((place) => place.slice(prefix.length));
}
