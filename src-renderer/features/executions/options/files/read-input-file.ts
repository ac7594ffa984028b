import type { DraftFile } from '../option-fields.ts';

/**
 * Reads a selected file: UTF-8 as text, which stays readable in the history, anything else as base64.
 * @param path in the working directory of the program
 */
export async function readInputFile(
  file: File,
  path = (file.webkitRelativePath || file.name).replaceAll('\\', '_'),
): Promise<DraftFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decode(bytes);
  if (text !== undefined) return { path, size: bytes.length, content: text, encoding: 'utf8' };
  return { path, size: bytes.length, content: toBase64(bytes), encoding: 'base64' };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Encodes standard base64 in slices, because the number of arguments of a call is limited. */
function toBase64(bytes: Uint8Array): string {
  const slices: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    slices.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(slices.join(''));
}
