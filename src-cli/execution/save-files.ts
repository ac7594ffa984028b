import { statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { readExecutionFile } from '../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { type LeftOut, leftOutTest } from '../received/leave-out.ts';
import { requireOutsideOfRepository } from '../received/refuse-repository.ts';
import { requireSafeNames } from '../received/safe-names.ts';
import { createTargetFolder, ExistingFileError, type TargetFolder } from '../received/target-folder.ts';
import { abortOnSignal } from '../signals/abort-on-signal.ts';
import type { Finished } from './follow-run.ts';

interface Saving {
  folder: string;
  /** True if existing files are replaced. */
  isForced: boolean;
}

interface SavedFiles {
  /** Number of files that the folder has now. */
  count: number;
  /** The error if some files were not saved. */
  error: CliError | undefined;
}

const namedFiles = 20;

/** Checks the folder before the run, whose files it will get. @throws CliError `file_error` */
export function requireResultFolder(folder: string | undefined): void {
  if (folder === undefined) return;
  requireOutsideOfRepository(folder);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return;
  throw new CliError('file_error', `${folder} is not a folder, so --out cannot save files there. Name another one.`);
}

/**
 * Writes the files that a run created or changed into a folder, and nothing outside of it. Each file is complete or not
 * there. A file that cannot be written does not keep the others from being saved.
 * @throws CliError if the daemon no longer answers, or after a signal
 */
export async function saveFiles(client: ApiClient, { id, files }: Finished, saving: Saving): Promise<SavedFiles> {
  const interruption = abortOnSignal();
  const target = createTargetFolder({ root: saving.folder, isForced: saving.isForced });
  try {
    const leftOut = files.length === 0 ? [] : await target.leaveOut(files.map(({ path }) => path.split('/')));
    const isLeftOut = leftOutTest(leftOut);
    const problems: string[] = [];
    for (const { path } of files) {
      if (isLeftOut(path.split('/'))) continue;
      const problem = await saveFile(path, target, {
        ...{ ...saving, signal: interruption.signal },
        read: async () => buffer(await client.download(readExecutionFile, { params: { id, path: path.split('/') } })),
      });
      if (problem !== undefined) problems.push(problem);
    }
    const count = leftOut.reduce((sum, { count }) => sum + count, problems.length);
    const error = errorOf([...leftOut.map(textOf), ...problems], saving, { count, total: files.length });
    return { count: files.length - count, error };
  } catch (error) {
    throw interruption.error() ?? error;
  } finally {
    interruption.stop();
    target.close();
  }
}

interface RunFile extends Saving {
  read: () => Promise<Buffer>;
  signal: AbortSignal;
}

/** Returns why a file was not saved. */
async function saveFile(path: string, target: TargetFolder, { read, signal, isForced }: RunFile) {
  const names = path.split('/');
  try {
    requireSafeNames(names, path);
    const content = await read();
    if (!isForced && (await target.has(names, content))) return undefined;
    await target.write(names, chunksOf(content), signal);
    return undefined;
  } catch (error) {
    if (signal.aborted || !(error instanceof CliError) || error.code !== 'file_error') throw error;
    const reason = error instanceof ExistingFileError ? 'it exists already' : error.message.replace(/\.$/, '');
    return `${visibleLine(path)} (${reason})`;
  }
}

function textOf({ names, reason, count }: LeftOut): string {
  return `${visibleLine(names.join('/'))} (${reason}${count > 1 ? `, ${count} files` : ''})`;
}

async function* chunksOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

interface Counts {
  /** Number of files that were not saved. */
  count: number;
  total: number;
}

function errorOf(problems: readonly string[], { folder, isForced }: Saving, { count, total }: Counts) {
  if (problems.length === 0) return undefined;
  const named = problems.slice(0, namedFiles).join(', ');
  const more = problems.length > namedFiles ? ` and ${problems.length - namedFiles} more` : '';
  const advice = isForced ? '' : ' --force replaces existing files.';
  return new CliError(
    'file_error',
    `${count} of ${total} files were not saved in ${folder}: ${named}${more}.${advice} The history of the run has them.`,
  );
}
