import { safePaths } from '../../../../src-shared/formats/safe-paths.ts';
import { archiveBytes } from '../../../../src-shared/formats/zip-limits.ts';
import ZipWorker from './zip.worker.ts?worker&inline';
import type { ZipAnswer, ZipTask } from './zip-task.ts';

interface FileToZip {
  path: string;
  load(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

interface ZipOptions {
  signal: AbortSignal;
  /** Called with the number of files that are in the archive or could not be loaded. */
  onProgress(done: number): void;
}

interface ZippedFiles {
  archive: Blob;
  /** Paths of the files that could not be loaded. */
  missing: string[];
}

/**
 * Loads files one after the other and packs them into one zip archive in a worker, with safe paths. A file that cannot be
 * loaded is left out. The loaded bytes are moved to the worker.
 * @throws the signal's reason when it aborts; Error when the archive cannot be made or the files are larger than
 * `archiveBytes` together
 */
export async function zipFiles(files: readonly FileToZip[], { signal, onProgress }: ZipOptions): Promise<ZippedFiles> {
  const paths = safePaths(files.map(({ path }) => path));
  const worker = new ZipWorker();
  const missing: string[] = [];
  let leftBytes = archiveBytes;
  try {
    for (const [index, file] of files.entries()) {
      const bytes = await file.load(signal).catch(() => undefined);
      signal.throwIfAborted();
      leftBytes -= bytes?.length ?? 0;
      if (leftBytes < 0) throw new Error('the files are larger than the limit of an archive');
      if (bytes === undefined) missing.push(file.path);
      else await ask(worker, { kind: 'add', path: paths[index] ?? 'file', bytes }, signal);
      onProgress(index + 1);
    }
    const answer = await ask(worker, { kind: 'finish' }, signal);
    if (answer.kind !== 'finished') throw new Error('the worker returned no archive');
    return { archive: answer.archive, missing };
  } finally {
    worker.terminate();
  }
}

/** Sends one task and waits for its answer. */
async function ask(worker: Worker, task: ZipTask, signal: AbortSignal): Promise<ZipAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ZipAnswer>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  worker.onmessage = ({ data }: MessageEvent<ZipAnswer>) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    resolve({ kind: 'failed' });
  };
  worker.postMessage(task, task.kind === 'add' ? [task.bytes.buffer] : []);
  const answer = await promise.finally(() => signal.removeEventListener('abort', onAbort));
  if (answer.kind === 'failed') throw new Error('the worker could not make the archive');
  return answer;
}
