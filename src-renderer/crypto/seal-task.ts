import type { ZKPayload } from '../../src-shared/zk/zk-payload.ts';

/** What the worker is asked for. */
export type SealTask =
  | { kind: 'seal'; masterPassword: string; code: string }
  | { kind: 'open'; masterPassword: string; payload: ZKPayload };

/** What it answers. */
export type SealAnswer =
  | { kind: 'sealed'; payload: ZKPayload }
  | { kind: 'opened'; code: string }
  | { kind: 'failed'; wrongPassword: boolean };
