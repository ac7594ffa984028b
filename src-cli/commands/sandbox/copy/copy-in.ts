import { createReadStream, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { makeFolder, readEntry, writeSandboxFile } from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import { ApiRefusal, CliError } from '../../../cli-error.ts';
import { isExecutable } from '../../../input/is-executable.ts';
import { refuseReplaced } from '../../../input/read-text.ts';
import { inSandbox } from '../../../sandbox/explain-refusal.ts';
import type { Transfer } from './transfer.ts';

/** Copies a file or a folder of this machine into a sandbox. @throws ApiRefusal, CliError */
export async function copyIn(copy: Transfer): Promise<void> {
  const { local, inside } = copy;
  const found = statSync(local, { throwIfNoEntry: false });
  if (found === undefined) throw new CliError('file_error', `${local}: the file does not exist. Check the path.`);
  // `folder/.` is the content of a folder, as for cp and docker cp.
  const isContent = /(?:^|[/\\])\.$/.test(local);
  const isInto = !isContent && (inside.length === 0 || copy.isIntoFolder || (await isFolderInside(copy)));
  const target = isInto ? [...inside, basename(resolve(local))] : inside;
  if (found.isDirectory()) await sendFolder(copy, local, target);
  else if (found.isFile())
    await sendFile(copy, { path: local, size: found.size, isExecutable: isExecutable(found), target });
  else throw new CliError('file_error', `${local} was not copied: it is neither a file nor a folder.`);
}

async function isFolderInside({ client, id, inside, signal }: Transfer): Promise<boolean> {
  try {
    const path = inside.join('/');
    const entry = await inSandbox({ id, path }, () =>
      client.call(readEntry, { params: { id }, query: { path }, signal }),
    );
    return entry.type === 'folder';
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'file_not_found') return false;
    throw error;
  }
}

/** Links below the folder are left out, so that nothing outside of it is copied. */
async function sendFolder(copy: Transfer, folder: string, target: readonly string[]): Promise<void> {
  const { client, id, signal } = copy;
  const created = target.join('/');
  if (created !== '')
    await inSandbox({ id, path: created }, () =>
      client.call(makeFolder, { params: { id }, body: { path: created }, signal }),
    );
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name);
    refuseReplaced(name, `The name ${path}`);
    const found = lstatSync(path, { throwIfNoEntry: false });
    const inTarget = [...target, name];
    if (found?.isDirectory()) await sendFolder(copy, path, inTarget);
    else if (found?.isFile())
      await sendFile(copy, { path, size: found.size, isExecutable: isExecutable(found), target: inTarget });
    else if (found !== undefined)
      copy.say(`${path} was left out: it is ${found.isSymbolicLink() ? 'a symbolic link' : 'no regular file'}`);
  }
}

interface LocalFile {
  path: string;
  size: number;
  isExecutable: boolean;
  /** Names in the sandbox. */
  target: readonly string[];
}

async function sendFile(copy: Transfer, { path, size, isExecutable, target }: LocalFile): Promise<void> {
  const { client, id, isForced, progress, signal } = copy;
  try {
    await inSandbox({ id, path: target.join('/') }, () =>
      client.call(writeSandboxFile, {
        params: { id, path: [...target] },
        query: isExecutable ? { executable: 'true' } : {},
        bytes: progress.count(path, size, createReadStream(path)),
        headers: isForced ? {} : { 'if-none-match': '*' },
        signal,
      }),
    );
  } catch (error) {
    const isExisting = error instanceof ApiRefusal && ['precondition_failed', 'file_exists'].includes(error.code);
    if (!isExisting) throw error;
    throw new CliError('file_error', `${target.join('/')} exists already in sandbox ${id}. Replace it with --force.`, {
      cause: error,
    });
  }
}
