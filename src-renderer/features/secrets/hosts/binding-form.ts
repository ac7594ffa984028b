import { PlaceholderPrefix, SecretHost } from '../../../../src-shared/contracts/network/secret-hosts.ts';
import type { SecretInput, SecretMetadata } from '../../../../src-shared/contracts/secrets.contract.ts';
import { fieldMessage } from '../../../../src-shared/field-message.ts';

export type LocationKind = 'header' | 'query' | 'body' | 'path';

/** One part of a request that can contain the value. */
export interface LocationForm {
  kind: LocationKind;
  /** Name of the header or query parameter, or JSON pointer; empty for the path. */
  name: string;
}

/** A host of a secret as its form fields hold it. */
export interface HostForm {
  host: string;
  /** Empty: the usual headers. */
  locations: readonly LocationForm[];
}

/** Where the value of a secret is used. */
export interface BindingForm {
  kind: 'variable' | 'hosts';
  /** Kept while the user selects `variable`. */
  hosts: readonly HostForm[];
  placeholderPrefix: string;
}

export const emptyHost: HostForm = { host: '', locations: [] };

export function bindingFormOf(secret: SecretMetadata | undefined): BindingForm {
  const hosts = (secret?.hosts ?? []).map(({ host, in: locations = [] }) => ({
    host,
    locations: locations.map(locationFormOf),
  }));
  return {
    kind: hosts.length > 0 ? 'hosts' : 'variable',
    hosts: hosts.length > 0 ? hosts : [emptyHost],
    placeholderPrefix: secret?.placeholderPrefix ?? '',
  };
}

/** Returns the fields of the request. `replaced` is the secret that gets a new value. */
export function bindingFieldsOf(
  { kind, hosts, placeholderPrefix }: BindingForm,
  replaced: SecretMetadata | undefined,
): Pick<SecretInput, 'hosts' | 'placeholderPrefix'> {
  if (kind === 'variable') return (replaced?.hosts ?? []).length > 0 ? { hosts: [] } : {};
  const prefix = placeholderPrefix.trim();
  return { hosts: hosts.map(secretHostOf), ...(prefix !== '' && { placeholderPrefix: prefix }) };
}

/** Returns the problem of each field of a host by its path in the contract: `host`, `in[1]`. */
export function hostProblems(draft: HostForm): ReadonlyMap<string, string> {
  const { error } = SecretHost.safeParse(secretHostOf(draft), { error: fieldMessage });
  const problems = (error?.issues ?? []).map(({ path: [field, index], message }): [string, string] => [
    index === undefined ? String(field) : `${String(field)}[${String(index)}]`,
    message,
  ]);
  return new Map(problems.toReversed());
}

export function prefixProblem(prefix: string): string | undefined {
  if (prefix.trim() === '') return undefined;
  return PlaceholderPrefix.safeParse(prefix.trim()).error?.issues[0]?.message;
}

function secretHostOf({ host, locations }: HostForm): SecretHost {
  return { host: host.trim(), ...(locations.length > 0 && { in: locations.map(locationOf) }) };
}

/** Names of headers have no case, and the contract has them in lower case. */
function locationOf({ kind, name }: LocationForm): string {
  if (kind === 'path') return kind;
  if (kind === 'header') return name.trim().toLowerCase();
  return `${kind}:${kind === 'body' && !name.startsWith('/') ? `/${name}` : name}`;
}

function locationFormOf(location: string): LocationForm {
  if (location === 'path') return { kind: location, name: '' };
  const kind = (['query', 'body'] as const).find((one) => location.startsWith(`${one}:`));
  return kind === undefined ? { kind: 'header', name: location } : { kind, name: location.slice(kind.length + 1) };
}

/** Describes the parts of a request on one line: `authorization, query key`; empty for the usual headers. */
export function locationsText({ in: locations = [] }: SecretHost): string {
  return locations.map((location) => location.replace(/^(query|body):/, '$1 ')).join(', ');
}
