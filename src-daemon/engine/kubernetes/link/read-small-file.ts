import { open, stat } from 'node:fs/promises';
import { ClusterConfigError } from './cluster.ts';

/** Size limit of a kubeconfig, a certificate, a key and a token, in bytes. */
const defaultLimitBytes = 1 << 20;

/**
 * Reads a regular file of limited size. Nothing of its content is in an error.
 * @param what begins the message of an error: `The kubeconfig`, `The token file`
 * @param limitBytes a number of whole KiB
 * @returns undefined if there is no such file
 * @throws ClusterConfigError
 */
export async function findSmallFile(
  path: string,
  what: string,
  limitBytes = defaultLimitBytes,
): Promise<Buffer | undefined> {
  try {
    // A pipe would wait for its writer.
    if (!(await stat(path)).isFile()) throw new ClusterConfigError(`${what} ${path} is not a file.`);
    const bytes = await readStart(path, limitBytes + 1);
    if (bytes.length > limitBytes)
      throw new ClusterConfigError(`${what} ${path} is larger than ${sizeText(limitBytes)}.`);
    return bytes;
  } catch (error) {
    if (error instanceof ClusterConfigError) throw error;
    const { code = 'an unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ClusterConfigError(`${what} ${path} cannot be read (${code}).`);
  }
}

/** Reads a file as `findSmallFile` does. @throws ClusterConfigError, also if there is no such file */
export async function readSmallFile(path: string, what: string): Promise<Buffer> {
  const bytes = await findSmallFile(path, what);
  if (bytes === undefined) throw new ClusterConfigError(`${what} ${path} does not exist.`);
  return bytes;
}

function sizeText(bytes: number): string {
  return bytes >= 1 << 20 ? `${bytes >> 20} MiB` : `${bytes >> 10} KiB`;
}

/** Reads at most `count` bytes from the start of a file. Its size is not used, because a file can grow. */
async function readStart(path: string, count: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(count);
    for (let size = 0; ; ) {
      const { bytesRead } = await file.read(bytes, size);
      size += bytesRead;
      if (bytesRead === 0 || size === count) return bytes.subarray(0, size);
    }
  } finally {
    await file.close();
  }
}
