import { constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { InputFile } from '../../src-shared/contracts/execute-request.ts';
import { CliError } from '../cli-error.ts';
import { closing } from './closing.ts';
import type { CollectedFile } from './collected.ts';
import { explainRead } from './read-entries.ts';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

interface GivenFile {
  path: string;
  content: Buffer;
  isExecutable: boolean;
}

/** Returns a file as the API takes it, byte for byte. */
export function inputFileOf({ path, content, isExecutable }: GivenFile): InputFile {
  return {
    path,
    content: content.toString('base64'),
    encoding: 'base64',
    ...(isExecutable && { executable: true }),
  };
}

/** Reads a file of a folder, unless it was exchanged for something else since it was listed. @throws CliError `file_error` */
export function readCollected({ source, size }: CollectedFile): Buffer {
  return explainRead(source, () =>
    closing(openSync(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), (file) => {
      const found = fstatSync(file);
      if (!found.isFile() || found.size > size)
        throw new CliError('file_error', `${source} changed while it was copied. Run the command again.`);
      return readFileSync(file);
    }),
  );
}
