import { decodeBase64 } from '../../src-shared/formats/base64.ts';

/**
 * The master key out of its text in a key file or keychain: canonical base64, which a line break may follow. Any other
 * text gives no bytes, which no data opens with.
 */
export function parseMasterText(text: string): Uint8Array {
  return decodeBase64(text.replace(/\r?\n$/, '')) ?? new Uint8Array();
}
