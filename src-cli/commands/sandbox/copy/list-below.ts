import { type Entry, listEntries } from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import { sandboxLimits } from '../../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { CliError } from '../../../cli-error.ts';
import { inSandbox } from '../../../sandbox/explain-refusal.ts';
import type { Transfer } from './transfer.ts';

type Listed = Pick<Transfer, 'client' | 'id' | 'signal'>;

/** Returns everything below a folder, with folders before their content. @throws CliError if a folder is too large */
export async function listBelow({ client, id, signal }: Listed, folder: string): Promise<Entry[]> {
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
