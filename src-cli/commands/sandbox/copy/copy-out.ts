import { basename, dirname, join } from 'node:path';
import { type Entry, readEntry, readSandboxFile } from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import { CliError } from '../../../cli-error.ts';
import { isFolder } from '../../../input/is-folder.ts';
import { inSandbox } from '../explain-refusal.ts';
import { listBelow } from './list-below.ts';
import { requireSafeNames } from './safe-names.ts';
import { createTargetFolder, type TargetFolder } from './target-folder.ts';
import type { Transfer } from './transfer.ts';

/** Copies a file or a folder of a sandbox to this machine. @throws ApiRefusal, CliError */
export async function copyOut(copy: Transfer): Promise<void> {
  const { client, id, inside, local, isForced, signal } = copy;
  const name = inside.at(-1);
  const isInto = copy.isIntoFolder || isFolder(local);
  const path = inside.join('/');
  const entry =
    name === undefined
      ? undefined
      : await inSandbox({ id, path }, () => client.call(readEntry, { params: { id }, query: { path }, signal }));
  if (name === undefined || entry?.type === 'folder') {
    const root = isInto && name !== undefined ? join(local, requireSafeNames([name], path)) : local;
    await copyFolder(copy, createTargetFolder(root, isForced));
  } else if (entry?.type === 'file') {
    const target = createTargetFolder(isInto ? local : dirname(local), isForced);
    const names = [isInto ? name : basename(local)];
    requireSafeNames(names, path);
    target.requireFree(names);
    await copyFile(copy, target, { entry, names });
  } else {
    const kind = entry?.type === 'link' ? 'a symbolic link, which is not followed' : 'neither a file nor a folder';
    throw new CliError('file_error', `${path} was not copied: it is ${kind}. Name the file itself.`);
  }
}

/** Checks every name before it writes the first file. */
async function copyFolder(copy: Transfer, target: TargetFolder): Promise<void> {
  const entries = await listBelow(copy, copy.inside.join('/'));
  const copied: Named[] = [];
  const folders: string[][] = [[]];
  for (const entry of entries) {
    const names = entry.path.split('/').slice(copy.inside.length);
    requireSafeNames(names, entry.path);
    if (entry.type === 'folder') folders.push(names);
    else if (entry.type === 'file') copied.push({ entry, names });
    else copy.say(`${entry.path} was left out: it is ${entry.type === 'link' ? 'a symbolic link' : 'no regular file'}`);
  }
  for (const { names } of copied) target.requireFree(names);
  for (const names of folders) target.makeFolder(names);
  for (const named of copied) await copyFile(copy, target, named);
}

/** An entry of the sandbox, and its names below the target folder. */
interface Named {
  entry: Entry;
  names: readonly string[];
}

async function copyFile(copy: Transfer, target: TargetFolder, { entry, names }: Named): Promise<void> {
  const { client, id, progress, signal } = copy;
  const path = entry.path.split('/');
  const response = await inSandbox({ id, path: entry.path }, () =>
    client.download(readSandboxFile, { params: { id, path }, signal }),
  );
  await target.write(names, progress.count(entry.path, entry.size, response), signal);
}
