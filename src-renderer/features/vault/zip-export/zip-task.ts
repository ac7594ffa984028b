import type { ZKPayload } from '../../../../src-shared/zk/zk-payload.ts';

/** A task of the worker that makes a zip of decrypted scripts. */
export type ZipTask =
  /** `path` is safe on every system; `modifiedAt` is in epoch ms. */
  { kind: 'add'; masterPassword: string; payload: ZKPayload; path: string; modifiedAt: number } | { kind: 'finish' };

/** `failed`: the script could not be decrypted, and is not in the zip. */
export type { ZipAnswer } from '../../../ui/data/zip/zip-task.ts';
