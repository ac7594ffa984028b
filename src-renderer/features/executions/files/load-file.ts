import { type ResultFile, readExecutionFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { send } from '../../../client/send.ts';

/**
 * Returns the content of a file: from the response if it was included, else fetched.
 * @throws ApiError `file_not_found` when the history no longer has it
 */
export async function loadBytes(
  runId: string,
  file: ResultFile,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (file.content !== undefined) return decodeContent(file.content, file.encoding);
  const response = await send(readExecutionFile, { params: { id: runId, path: file.path.split('/') }, signal });
  return new Uint8Array(await response.arrayBuffer());
}

function decodeContent(content: string, encoding: ResultFile['encoding']): Uint8Array<ArrayBuffer> {
  if (encoding !== 'base64') return new TextEncoder().encode(content);
  return Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
}
