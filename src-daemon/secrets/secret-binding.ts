import { getPublicSuffix } from 'tldts';
import { coversHost } from '../../src-shared/contracts/network/host-pattern.ts';
import { defaultSecretHeaders, type SecretHost } from '../../src-shared/contracts/network/secret-hosts.ts';
import { invalidField } from '../errors/repeated-errors.ts';

/** The hosts of a secret and the beginning of its placeholder; null for an environment variable. */
export interface SecretBinding {
  hosts: SecretHost[] | null;
  placeholderPrefix: string | null;
}

interface BindingInput {
  hosts?: SecretHost[] | undefined;
  /** Null removes it. */
  placeholderPrefix?: string | null | undefined;
}

/**
 * Returns the binding of a secret after a change. Absent fields keep the current binding; an empty list of hosts removes it.
 * @throws AppError `invalid_request`
 */
export function changeBinding(before: SecretBinding | undefined, input: BindingInput): SecretBinding {
  const given = input.hosts ?? before?.hosts ?? [];
  const hosts = given.length === 0 ? null : given;
  if (hosts === null) {
    if (typeof input.placeholderPrefix === 'string') throw invalidField('placeholderPrefix', 'needs hosts');
    return { hosts, placeholderPrefix: null };
  }
  for (const [index, { host }] of hosts.entries()) refusePublicSuffix(host, `hosts[${index}].host`);
  const { placeholderPrefix = before?.placeholderPrefix ?? null } = input;
  return { hosts, placeholderPrefix };
}

/**
 * Returns true if each place of a request that can contain the value after a change can contain it before, too. Programs get
 * the value of a secret without hosts, so every binding of it is narrower.
 */
export function isWithin(before: SecretBinding, after: SecretBinding): boolean {
  if (before.hosts === null) return true;
  const outer = before.hosts;
  return after.hosts?.every((inner) => outer.some((one) => includesHost(one, inner))) ?? false;
}

function includesHost(outer: SecretHost, inner: SecretHost): boolean {
  const locations: readonly string[] = outer.in ?? defaultSecretHeaders;
  return (
    coversHost(outer.host, inner.host) &&
    (inner.in ?? defaultSecretHeaders).every((location) => locations.includes(location))
  );
}

/** A wildcard below a public suffix would include hosts of everyone, such as all pages of `*.github.io`. */
function refusePublicSuffix(host: string, path: string): void {
  if (!host.startsWith('*.')) return;
  const parent = host.slice(2);
  if (getPublicSuffix(parent, { allowPrivateDomains: true }) !== parent) return;
  throw invalidField(
    path,
    `must not be a wildcard of the public suffix ${parent}, below which anyone can have a host: write a host, such as ` +
      `example.${parent}, or a wildcard of one, such as *.example.${parent}`,
  );
}
