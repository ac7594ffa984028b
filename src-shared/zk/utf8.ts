/** Browsers and Node have this class; src-shared compiles without the types of either. */
declare const TextDecoder: new (
  encoding: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

/** Decodes UTF-8 and keeps a byte order mark. @throws TypeError if the bytes are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
