import { decodeBase64 } from '../../src-shared/formats/base64.ts';
import type { OutputPart } from '../../src-shared/program-result.ts';

/** Returns the output of an event: its bytes, if the request asked for them, or text. */
export function outputOf({ text, encoding }: OutputPart): string | Uint8Array {
  return encoding === 'base64' ? (decodeBase64(text) ?? new Uint8Array()) : text;
}
