import { getPublicSuffix } from 'tldts';
import type { SecretHost } from '../../src-shared/contracts/network/secret-hosts.ts';
import { invalidField } from '../core/repeated-errors.ts';

/** The hosts of a secret and the beginning of its placeholder; null for an environment variable. */
export interface SecretBinding {
  hosts: SecretHost[] | null;
  placeholderPrefix: string | null;
}

interface BindingInput {
  value: string;
  hosts?: SecretHost[] | undefined;
  placeholderPrefix?: string | undefined;
}

/**
 * Returns the binding of a secret after a change. Absent fields keep the current binding; an empty list of hosts removes it.
 * @throws AppError `invalid_request`
 */
export function changeBinding(before: SecretBinding | undefined, input: BindingInput): SecretBinding {
  const given = input.hosts ?? before?.hosts ?? [];
  const hosts = given.length === 0 ? null : given;
  if (hosts === null) {
    if (input.placeholderPrefix !== undefined) throw invalidField('placeholderPrefix', 'needs hosts');
    return { hosts, placeholderPrefix: null };
  }
  for (const [index, { host }] of hosts.entries()) refusePublicSuffix(host, `hosts[${index}].host`);
  if (/[\r\n\0]/.test(input.value))
    throw invalidField(
      'value',
      'must not contain CR, LF or NUL if the secret has hosts, because it is put into headers of requests',
    );
  return { hosts, placeholderPrefix: input.placeholderPrefix ?? before?.placeholderPrefix ?? null };
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
