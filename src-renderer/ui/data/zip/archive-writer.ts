import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { zipTimeOf } from '../../../../src-shared/formats/zip-limits.ts';
import type { ZipAnswer, ZipTask } from './zip-task.ts';

/** Files of these kinds are compressed already. */
const compressed = /\.(?:png|jpe?g|gif|webp|avif|zip|gz|xz|zst|parquet)$/i;

/** Creates what the worker runs: it compresses the files that it gets into one archive. */
export function createArchiveWriter(): (task: ZipTask) => ZipAnswer {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let hasFailed = false;
  const zip = new Zip((error, chunk) => {
    if (error) hasFailed = true;
    else chunks.push(new Uint8Array(chunk));
  });
  return (task) => {
    if (task.kind === 'finish') {
      zip.end();
      return hasFailed
        ? { kind: 'failed' }
        : { kind: 'finished', archive: new Blob(chunks, { type: 'application/zip' }) };
    }
    const file = compressed.test(task.path) ? new ZipPassThrough(task.path) : new ZipDeflate(task.path, { level: 6 });
    if (task.modifiedAt !== undefined) Object.assign(file, { mtime: zipTimeOf(task.modifiedAt) });
    zip.add(file);
    file.push(task.bytes, true);
    return hasFailed ? { kind: 'failed' } : { kind: 'added' };
  };
}
