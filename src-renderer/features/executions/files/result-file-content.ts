import { type ResultFile, readExecutionFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { send } from '../../../client/send.ts';

/** Larger files are not previewed. */
const previewLimitBytes = 8 * 1024 * 1024;
const images = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;
const textual = /^(text\/|application\/(json|xml|javascript|x-ndjson|yaml|toml)|.*\+(json|xml)$)/;

export const isImage = (file: ResultFile): boolean => images.test(file.mediaType);
export const isHtml = (file: ResultFile): boolean => /^(text\/html|application\/xhtml\+xml)/.test(file.mediaType);
export const isCsv = (file: ResultFile): boolean =>
  file.mediaType.startsWith('text/csv') || /\.(csv|tsv)$/i.test(file.path);

/** Returns true for an image or a text within the preview limit. */
export function canPreview(file: ResultFile): boolean {
  return (
    file.size <= previewLimitBytes && (isImage(file) || isHtml(file) || isCsv(file) || textual.test(file.mediaType))
  );
}

/**
 * Returns the content of a file: from the response if it was included, else fetched.
 * @throws ApiError `file_not_found` when the history no longer has it
 */
export async function loadBytes(runId: string, file: ResultFile): Promise<Uint8Array<ArrayBuffer>> {
  if (file.content !== undefined) return decodeContent(file.content, file.encoding);
  const response = await send(readExecutionFile, { params: { id: runId, path: file.path.split('/') } });
  return new Uint8Array(await response.arrayBuffer());
}

function decodeContent(content: string, encoding: ResultFile['encoding']): Uint8Array<ArrayBuffer> {
  if (encoding !== 'base64') return new TextEncoder().encode(content);
  return Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
}
