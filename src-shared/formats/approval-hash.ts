import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { effectiveRule, type Network } from '../contracts/network/network-rules.ts';

/** Parts of a run that an approval covers. */
export interface ApprovedRun {
  /** Id of the language, never an alias. */
  language: string;
  code: string;
  secrets: 'all' | readonly string[];
  /** Current package list, each entry formatted by {@link packageLabel}; empty for a run without packages. */
  packages: readonly string[];
  network: Network;
}

/** Formats a package for an approval: `numpy`, or with its requested version, `numpy ==1.26`. */
export function packageLabel({ name, requested }: { name: string; requested: string | null }): string {
  return requested === null ? name : `${name} ${requested}`;
}

/**
 * Returns the hash that identifies an approved run: SHA-256, in hexadecimal digits, of the UTF-8 encoding of the JSON
 * array `["strongroom/approval/2", language, code, secrets, packages, network]`. The names of secrets and packages are
 * sorted by UTF-16 code units, without duplicates. Network rules are the array `[onBlocked, rules]` with all defaults; a rule
 * is the array of its host, address, ports, protocol, methods, paths, websocket and secrets, with null for what is absent,
 * and a last element `true` if it has `onlySecrets`.
 */
export function approvalHash({ language, code, secrets, packages, network }: ApprovedRun): string {
  const parts = [
    'strongroom/approval/2',
    language,
    code,
    secrets === 'all' ? secrets : sortUnique(secrets),
    sortUnique(packages),
  ];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([...parts, networkPart(network)]))));
}

function networkPart(network: Network) {
  if (typeof network === 'string') return network;
  const rules = network.allow
    .map(effectiveRule)
    .map((rule) => [
      rule.host,
      rule.address ?? null,
      rule.ports,
      rule.protocol,
      rule.methods ?? null,
      rule.paths ?? null,
      rule.websocket,
      rule.secrets,
      ...(rule.onlySecrets ? [true] : []),
    ]);
  return [network.onBlocked ?? 'deny', rules];
}

function sortUnique(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}
