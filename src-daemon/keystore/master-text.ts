import { decodeBase64 } from '../../src-shared/formats/base64.ts';

/**
 * Decodes the master key from a key file or keychain: canonical base64, with an optional line break. Returns no bytes
 * for any other text; they do not open any data.
 */
export function parseMasterText(text: string): Uint8Array {
  return decodeBase64(text.replace(/\r?\n$/, '')) ?? new Uint8Array();
}
