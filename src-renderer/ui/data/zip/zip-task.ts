/** A task of the worker. It answers each `add` with `added`, and `finish` with the archive. */
export type ZipTask = { kind: 'add'; path: string; bytes: Uint8Array<ArrayBuffer> } | { kind: 'finish' };

export type ZipAnswer = { kind: 'added' } | { kind: 'finished'; archive: Blob } | { kind: 'failed' };
