/** A task of the worker. It answers each `add` with `added`, and `finish` with the archive. `modifiedAt` is in epoch ms. */
export type ZipTask =
  | { kind: 'add'; path: string; bytes: Uint8Array<ArrayBuffer>; modifiedAt?: number }
  | { kind: 'finish' };

export type ZipAnswer = { kind: 'added' } | { kind: 'finished'; archive: Blob } | { kind: 'failed' };
