import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** All of a run that its approval covers. */
export interface ApprovedRun {
  /** The id of the language, never an alias. */
  language: string;
  code: string;
  secrets: 'all' | readonly string[];
  /** The package list as it stands, each as {@link packageLabel} writes it; empty for a run without packages. */
  packages: readonly string[];
  network: 'none' | 'full';
}

/** A package as an approval names it: `numpy`, or with what was asked for, `numpy ==1.26`. */
export function packageLabel({ name, requested }: { name: string; requested: string | null }): string {
  return requested === null ? name : `${name} ${requested}`;
}

/**
 * What an approval is bound to: SHA-256, in hexadecimal digits, of the UTF-8 of the JSON array `["strongroom/approval/1",
 * language, code, secrets, packages, network]`, where the names of secrets and packages are sorted by their UTF-16 code
 * units and stand there once.
 */
export function approvalHash({ language, code, secrets, packages, network }: ApprovedRun): string {
  const parts = ['strongroom/approval/1', language, code, secrets === 'all' ? secrets : once(secrets), once(packages)];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([...parts, network]))));
}

function once(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}
