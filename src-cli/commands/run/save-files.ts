import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readExecutionFile } from '../../../src-shared/contracts/executions.contract.ts';
import { isHistory } from '../../../src-shared/formats/ignore-rules.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { abortOnSignal } from '../sandbox/copy/abort-on-signal.ts';
import { requireSafeNames } from '../sandbox/copy/safe-names.ts';
import { createTargetFolder } from '../sandbox/copy/target-folder.ts';
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

const namedFiles = 5;

/** Checks the folder before the run, whose files it will get. @throws CliError `file_error` */
export function requireResultFolder(folder: string | undefined): void {
  const found = folder === undefined ? undefined : statSync(folder, { throwIfNoEntry: false });
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
  const problems: string[] = [];
  try {
    for (const { path } of files) {
      const problem = await saveFile(path, saving, {
        read: async () => buffer(await client.download(readExecutionFile, { params: { id, path: path.split('/') } })),
        signal: interruption.signal,
      });
      if (problem !== undefined) problems.push(problem);
    }
  } catch (error) {
    throw interruption.error() ?? error;
  } finally {
    interruption.stop();
  }
  return { count: files.length - problems.length, error: errorOf(problems, saving, files.length) };
}

interface RunFile {
  read: () => Promise<Buffer>;
  signal: AbortSignal;
}

/** Returns why a file was not saved. */
async function saveFile(path: string, { folder, isForced }: Saving, { read, signal }: RunFile) {
  const names = path.split('/');
  try {
    requireSafeNames(names, path);
    if (names.some(isHistory)) return `${path} (it belongs to version control)`;
    const target = createTargetFolder(folder, isForced);
    const content = await read();
    if (!isForced && isSameFile(join(folder, ...names), content)) return undefined;
    await target.write(names, chunksOf(content), signal);
    return undefined;
  } catch (error) {
    if (signal.aborted || !(error instanceof CliError) || error.code !== 'file_error') throw error;
    return `${visibleLine(path)} (${reasonOf(error, { folder, names })})`;
  }
}

function reasonOf({ message }: CliError, { folder, names }: { folder: string; names: readonly string[] }): string {
  const found = lstatSync(join(folder, ...names), { throwIfNoEntry: false });
  return found?.isFile() ? 'it exists already' : message.replace(/\.$/, '');
}

function isSameFile(path: string, content: Buffer): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === content.length && readFileSync(path).equals(content);
}

async function* chunksOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

function errorOf(problems: readonly string[], { folder, isForced }: Saving, count: number): CliError | undefined {
  if (problems.length === 0) return undefined;
  const named = problems.slice(0, namedFiles).join(', ');
  const more = problems.length > namedFiles ? ` and ${problems.length - namedFiles} more` : '';
  const advice = isForced ? '' : ' --force replaces existing files.';
  return new CliError(
    'file_error',
    `${problems.length} of ${count} files were not saved in ${folder}: ${named}${more}.${advice} The history of the run has them.`,
  );
}
