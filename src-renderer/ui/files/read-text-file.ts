import { decodeUtf8 } from '../../../src-shared/zk/utf8.ts';
import { ApiError } from '../../client/api-error.ts';

/**
 * Reads the text of a selected file. Bytes that are not UTF-8 are refused instead of replaced.
 * @throws ApiError `invalid_request`
 */
export async function readTextFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return decodeUtf8(bytes);
  } catch {
    throw new ApiError('invalid_request', `${file.name} is not UTF-8 text. Convert it to UTF-8 and try again.`);
  }
}
