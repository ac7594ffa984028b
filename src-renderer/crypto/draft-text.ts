import { decodeUtf8 } from '../../src-shared/zk/utf8.ts';

/** Values of the first byte of a draft's plaintext: the encoding of the rest. */
const forms = { utf8: 0, deflated: 1 } as const;

/** Longer texts (UTF-16 units) are compressed, so that 16 MiB of files in base64 fit into one request. */
export const compressionThresholdUnits = 64 * 1024;

/** The plaintext of a draft, without compression. The text is well-formed Unicode. */
export function plaintextOf(text: string): Uint8Array<ArrayBuffer> {
  return withForm(forms.utf8, new TextEncoder().encode(text));
}

/** The plaintext of a draft, compressed (RFC 1951). */
export async function compressedPlaintextOf(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return withForm(forms.deflated, await bytesOf(stream));
}

/** Returns the text of an uncompressed plaintext; undefined for any other. */
export function textOfPlain(plaintext: Uint8Array): string | undefined {
  return plaintext[0] === forms.utf8 ? decodeUtf8(plaintext.subarray(1)) : undefined;
}

/** Returns the text of a plaintext in either encoding. @throws TypeError for any other plaintext */
export async function textOf(plaintext: Uint8Array): Promise<string> {
  const plain = textOfPlain(plaintext);
  if (plain !== undefined) return plain;
  if (plaintext[0] !== forms.deflated) throw new TypeError('the draft has an unknown form');
  const stream = new Blob([new Uint8Array(plaintext.subarray(1))])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  return decodeUtf8(await bytesOf(stream));
}

async function bytesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function withForm(form: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const plaintext = new Uint8Array(content.length + 1);
  plaintext[0] = form;
  plaintext.set(content, 1);
  return plaintext;
}
