import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readExecutionFile } from '../../../src-shared/contracts/executions.contract.ts';
import { CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { Finished } from './follow-run.ts';

/** Writes the files that a run left below a folder; names that lead out of it are refused. @throws CliError */
export async function saveFiles(client: ApiClient, { id, files }: Finished, folder: string): Promise<void> {
  for (const { path } of files) {
    const names = path.split('/');
    const leadsOut = isAbsolute(path) || names.some((name) => ['', '.', '..'].includes(name) || name.includes('\\'));
    if (leadsOut)
      throw new CliError('file_error', `The run left a file of the name ${JSON.stringify(path)}; not saved.`);
    const target = join(folder, ...names);
    mkdirSync(dirname(target), { recursive: true });
    await pipeline(
      await client.download(readExecutionFile, { params: { id, path: names } }),
      createWriteStream(target),
    );
  }
}
