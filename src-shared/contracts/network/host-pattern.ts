import { z } from 'zod';

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** A last label of this form makes URL parsers read the whole name as an IPv4 address. */
const numericLabel = /^(?:\d+|0x[0-9a-f]*)$/;

/**
 * Returns why a text is no host name as the WHATWG URL standard writes it (lower case, Punycode, no final dot), or
 * undefined. Addresses are refused in all their forms: `127.1` and `0x7f000001` are addresses for most resolvers.
 */
export function hostNameProblem(host: string): string | undefined {
  if (host.length === 0 || host.length > 253) return 'must have 1 to 253 characters';
  if (host.endsWith('.')) return 'must not end with a dot';
  if (host !== host.toLowerCase()) return 'must be in lower case';
  if (/[^\x21-\x7e]/.test(host)) return 'must be in ASCII; write an international name in Punycode (xn--…)';
  const labels = host.split('.');
  if (numericLabel.test(labels.at(-1) ?? '') || host.includes(':')) return 'must be a name, not an address';
  if (!labels.every((part) => label.test(part))) return 'must be a host name, such as api.example.com';
  if (labels.at(-1) === 'localhost') return 'must not be localhost, which is the sandbox itself';
  return undefined;
}

/** Returns why a text is no pattern: a host name, or `*.` and a host name. */
export function hostPatternProblem(pattern: string): string | undefined {
  return hostNameProblem(pattern.startsWith('*.') ? pattern.slice(2) : pattern);
}

/** Returns true if the pattern matches a host name. `*.example.com` matches names at any depth, but not `example.com`. */
export function matchesHost(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.length >= pattern.length && host.endsWith(pattern.slice(1)) : host === pattern;
}

/** Returns true if every host that `inner` matches is matched by `outer`; `*` as `outer` matches all. */
export function coversHost(outer: string, inner: string): boolean {
  if (outer === '*' || outer === inner) return true;
  if (!outer.startsWith('*.')) return false;
  return matchesHost(outer, inner.startsWith('*.') ? inner.slice(2) : inner);
}

const withProblem = (problem: (text: string) => string | undefined) =>
  z.string().refine((text) => problem(text) === undefined, { error: ({ input }) => problem(String(input)) ?? '' });

/** A host name, or `*.` and a host name. */
export const HostPattern = withProblem(hostPatternProblem).meta({ examples: ['api.example.com', '*.example.com'] });

/** A pattern, or `*` for every host with a public address. */
export const CeilingHost = withProblem((text) => (text === '*' ? undefined : hostPatternProblem(text))).meta({
  examples: ['*', '*.example.com'],
});
