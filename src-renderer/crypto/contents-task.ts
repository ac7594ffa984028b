import type { ZKPayload } from '../../src-shared/zk/zk-payload.ts';

/** A script in which a text was found: the number of the first line that has it, from 1, and a part of that line. */
export interface ContentsHit {
  name: string;
  line: number;
  excerpt: string;
}

/** A task of the worker that searches in decrypted scripts. */
export type ContentsTask =
  | { kind: 'add'; masterPassword: string; name: string; payload: ZKPayload }
  | { kind: 'find'; text: string };

/** `full`: the scripts together are larger than the limit, so this one is not searched. */
export type ContentsAnswer =
  | { kind: 'added' }
  | { kind: 'not-added'; reason: 'wrong-password' | 'full' }
  | { kind: 'found'; hits: readonly ContentsHit[] };
