/** Of every browser and of Node, though neither's types are the contract's. */
declare const TextDecoder: new (
  encoding: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

/** The text of UTF-8 bytes, a byte order mark included. @throws TypeError when they are none */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
