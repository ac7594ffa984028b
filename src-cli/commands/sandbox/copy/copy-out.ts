import { basename, dirname } from 'node:path';
import {
  type Entry,
  listEntries,
  readEntry,
  readSandboxFile,
} from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import { sandboxLimits } from '../../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { CliError } from '../../../cli-error.ts';
import { isFolder } from '../../../input/is-folder.ts';
import { leftOutTest } from '../../../received/leave-out.ts';
import { requireSafeNames } from '../../../received/safe-names.ts';
import { createTargetFolder, type TargetFolder } from '../../../received/target-folder.ts';
import { inSandbox } from '../../../sandbox/explain-refusal.ts';
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
    const below = isInto && name !== undefined ? [name] : [];
    await inTarget({ root: local, isForced }, (target) => copyFolder(copy, target, below));
  } else if (entry?.type === 'file') {
    const names = [isInto ? name : basename(local)];
    requireSafeNames(names, path);
    await inTarget({ root: isInto ? local : dirname(local), isForced }, async (target) => {
      await target.requireFree(names);
      await copyFile(copy, target, { entry, names });
    });
  } else {
    const kind = entry?.type === 'link' ? 'a symbolic link, which is not followed' : 'neither a file nor a folder';
    throw new CliError('file_error', `${path} was not copied: it is ${kind}. Name the file itself.`);
  }
}

async function inTarget(
  options: { root: string; isForced: boolean },
  use: (target: TargetFolder) => Promise<void>,
): Promise<void> {
  const target = createTargetFolder(options);
  try {
    await use(target);
  } finally {
    target.close();
  }
}

/**
 * Checks every name before it writes the first file. What is left out is reported.
 * @param below names of the folder in the target that gets the content
 */
async function copyFolder(copy: Transfer, target: TargetFolder, below: readonly string[]): Promise<void> {
  const entries = await listBelow(copy, copy.inside.join('/'));
  const copied: Named[] = [];
  const folders: string[][] = [[...below]];
  for (const entry of entries) {
    const names = [...below, ...entry.path.split('/').slice(copy.inside.length)];
    requireSafeNames(names, entry.path);
    if (entry.type === 'folder') folders.push(names);
    else if (entry.type === 'file') copied.push({ entry, names });
    else copy.say(`${entry.path} was left out: it is ${entry.type === 'link' ? 'a symbolic link' : 'no regular file'}`);
  }
  const leftOut = await target.leaveOut([...folders, ...copied.map(({ names }) => names)]);
  for (const { names, reason } of leftOut) copy.say(`${names.join('/')} was left out: ${reason}`);
  const isLeftOut = leftOutTest(leftOut);
  const files = copied.filter(({ names }) => !isLeftOut(names));
  for (const { names } of files) await target.requireFree(names);
  for (const names of folders) if (!isLeftOut(names)) await target.makeFolder(names);
  for (const named of files) await copyFile(copy, target, named);
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

type Listed = Pick<Transfer, 'client' | 'id' | 'signal'>;

/** Returns everything below a folder, with folders before their content. @throws CliError if a folder is too large */
async function listBelow({ client, id, signal }: Listed, folder: string): Promise<Entry[]> {
  const list = (depth: number) =>
    inSandbox({ id, path: folder }, () =>
      client.call(listEntries, { params: { id }, query: { ...(folder && { path: folder }), depth }, signal }),
    );
  const all = await list(sandboxLimits.listDepth);
  if (!all.truncated) return all.entries;
  // The list was cut, so each folder is listed on its own.
  const direct = await list(1);
  if (direct.truncated)
    throw new CliError(
      'file_error',
      `The folder ${folder || '/work'} was not copied: it has more than ${sandboxLimits.listedEntries} entries. Pack it with tar in the sandbox and copy the archive.`,
    );
  const entries: Entry[] = [];
  for (const entry of direct.entries) {
    entries.push(entry);
    if (entry.type === 'folder') entries.push(...(await listBelow({ client, id, signal }, entry.path)));
  }
  return entries;
}
