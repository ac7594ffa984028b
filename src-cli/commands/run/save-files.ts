import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readExecutionFile } from '../../../src-shared/contracts/executions.contract.ts';
import { CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { Finished } from './follow-run.ts';

/** Writes the output files of a run into a folder. Rejects names that lead out of it. @throws CliError */
export async function saveFiles(client: ApiClient, { id, files }: Finished, folder: string): Promise<void> {
  for (const { path } of files) {
    const names = path.split('/');
    const leadsOut = isAbsolute(path) || names.some((name) => ['', '.', '..'].includes(name) || name.includes('\\'));
    if (leadsOut)
      throw new CliError(
        'file_error',
        `The file ${JSON.stringify(path)} of the run was not saved: its name leads out of the folder.`,
      );
    const target = join(folder, ...names);
    mkdirSync(dirname(target), { recursive: true });
    await pipeline(
      await client.download(readExecutionFile, { params: { id, path: names } }),
      createWriteStream(target),
    );
  }
}
